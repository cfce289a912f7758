import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useNavigate } from 'react-router'
import { ReactAria } from './react-aria.tsx'

export type MenuAction = {
  id: string
  label: string
  icon?: ReactNode
  /** akane text; a Confirm explains the effect before it happens. */
  destructive?: boolean
  disabled?: boolean
} & ({ to: string } | { onAction: () => void })

/** Actions on one object, on a PC. What must work without script is on the page as a form or a link, too. */
export function Menu({ label, actions }: { label: ReactNode; actions: readonly MenuAction[] }) {
  const navigate = useNavigate()
  const run = (action: MenuAction) => ('to' in action ? void navigate(action.to) : action.onAction())
  return (
    <ReactAria>
      <MenuTrigger>
        <Button className="btn" data-kind="line">
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <AriaMenu className="menu-panel">
            {actions.map((action) => (
              <MenuItem
                key={action.id}
                id={action.id}
                textValue={action.label}
                isDisabled={action.disabled ?? false}
                onAction={() => run(action)}
                className="menu-item"
                data-destructive={action.destructive}
              >
                {action.icon}
                {action.label}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </ReactAria>
  )
}
