import { useNavigation } from 'react-router'

/** Whether the form of this job is on its way. */
export function useSending(intent: string, orderId?: string): boolean {
  const { formData } = useNavigation()
  return formData?.get('intent') === intent && (orderId === undefined || formData.get('orderId') === orderId)
}
