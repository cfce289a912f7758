import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useFetchers, useLocation, useNavigation, useSubmit } from 'react-router'
import { jstDateOf } from '#kernel/jst.ts'
import { useOnline } from '#ui/browser-state.ts'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { isKept, keepForm, useWaiting } from '#ui/device/waiting.ts'
import { Stamp, stampDay } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePendingForm } from '#ui/pending-form.ts'
import { useFormKey } from '#ui/use-form-key.ts'
import { ProblemNotice, type ProblemSaid } from './problem-notice.tsx'
import { storedTasks } from './stored-tasks.ts'

export type TaskProblem = ProblemSaid & { fields: Record<string, string>; typed: Record<string, string> }

/** The form around: its key, empty where it is none of these, and what is being sent of it. */
const FormContext = createContext<{ formKey: string; pending: FormData | null }>({ formKey: '', pending: null })

type TaskFormProps = {
  task: string
  /** Made with the page: the same form sent twice takes effect once. */
  formKey: string
  action?: string
  problem?: TaskProblem | undefined
  className?: string
  children: ReactNode
}

/**
 * One task, one form. Offline the device queues it, if it is a step of the shipping process; any other form stays as it
 * is, with everything typed, and says so. After a refusal the field concerned has the focus; without script the page
 * opens at the form. A form about another page (`action`) is sent from where it stands: on the way to that page nothing
 * else has to get through. After its own success it begins anew, with what the server has made of it; what was typed in it
 * stays when another form of the page is sent.
 */
export function TaskForm({ task, formKey: made, action, problem: said, className, children }: TaskFormProps) {
  const formKey = useFormKey(made, task)
  const timesSent = useTimesSent(task, formKey)
  const online = useOnline()
  const page = useLocation().pathname
  const lane = action ?? page
  const { ready } = useWaiting()
  const keeps = ready && storedTasks.includes(task)
  const form = useRef<HTMLFormElement>(null)
  const fetcherKey = `task ${lane} ${task}`
  const sentFrom = useFetcher<{ problem?: TaskProblem }>({ key: fetcherKey })
  const submit = useSubmit()
  const [pending, send] = usePendingForm()
  const problem = action ? sentFrom.data?.problem : said
  useEffect(() => {
    const find = (what: string) => form.current?.querySelector<HTMLElement>(what)
    if (problem) (find('[aria-invalid=true]') ?? find('[data-summary]'))?.focus()
  }, [problem])
  const id = `task-${task}`
  return (
    <Form
      key={timesSent}
      ref={form}
      id={action ? undefined : id}
      method="post"
      navigate={!action}
      fetcherKey={fetcherKey}
      action={action ?? `#${id}`}
      noValidate
      className={`grid grid-cols-1 gap-5 ${className ?? ''}`}
      onSubmit={(event) => {
        if (keeps && isKept(lane)) {
          event.preventDefault()
          // the server would ask only once there is a signal
          const unasked = event.currentTarget.querySelector<HTMLSelectElement>('select:required:invalid')
          if (unasked) unasked.reportValidity()
          else void keepForm(event.currentTarget, event.nativeEvent.submitter, { lane, page: lane })
          return
        }
        event.preventDefault()
        if (!navigator.onLine || pending) return
        const to = event.currentTarget.getAttribute('action') ?? undefined
        const form = new FormData(event.currentTarget, event.nativeEvent.submitter)
        send(form, () => submit(form, { method: 'post', action: to, navigate: !action, fetcherKey }))
      }}
    >
      <input type="hidden" name="intent" value={task} />
      <input type="hidden" name="key" value={formKey} />
      {problem && (
        <div tabIndex={-1} data-summary>
          <ProblemNotice problem={problem} />
        </div>
      )}
      <FormContext value={{ formKey, pending }}>{children}</FormContext>
      {!online && !keeps && <Notice>オフラインです。接続後に押してください。入力した内容は消えません。</Notice>}
    </Form>
  )
}

/** How often this form was sent, successfully, while it is on the page: then the page comes with another key. */
function useTimesSent(task: string, formKey: string): number {
  const { formData } = useNavigation()
  const isOnItsWay = formData?.get('intent') === task && formData.get('key') === formKey
  const [seen, see] = useState({ formKey, wasOnItsWay: isOnItsWay, times: 0 })
  const times = seen.wasOnItsWay && seen.formKey !== formKey ? seen.times + 1 : seen.times
  if (seen.formKey !== formKey || seen.wasOnItsWay !== isOnItsWay) see({ formKey, wasOnItsWay: isOnItsWay, times })
  return times
}

type TaskButtonProps = {
  /** Of a form that is no TaskForm: the one that is sent. */
  formKey?: string
  kind?: ButtonKind
  name?: string
  value?: string
  /** The word of the stamp that a step of the farm gets at the press, before the server has answered. */
  stamp?: string
  children: ReactNode
}

/** The one large button of a task; a second press while it is being sent does nothing. */
export function TaskButton({ formKey: own, kind, name, value, stamp, children }: TaskButtonProps) {
  const around = use(FormContext)
  const formKey = own ?? around.formKey
  const busy = [{ formData: around.pending }, useNavigation(), ...useFetchers()].some(
    ({ formData }) => formData?.get('key') === formKey && (name === undefined || formData.get(name) === value),
  )
  return (
    <Button
      kind={kind}
      size="lg"
      className="w-full"
      busy={busy}
      busyMark={busy && stamp ? <Stamp word={stamp} date={stampDay(jstDateOf(new Date()))} lands /> : undefined}
      name={name}
      value={value}
    >
      {children}
    </Button>
  )
}
