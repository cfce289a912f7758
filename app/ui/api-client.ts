import { httpClient } from './http-client.ts'

/** Our API, `/postal-codes/1000001` → `/api/postal-codes/1000001`, or where the settings API_HOST and API_URL say. */
export const apiClient = () => httpClient({ baseUrl: document.documentElement.dataset.api ?? '/api/' })
