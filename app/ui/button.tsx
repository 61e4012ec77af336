import type { ButtonHTMLAttributes, ReactNode } from 'react'

import { switchedOff, type SwitchName } from '~/domain/switch-names'

import styles from './button.module.css'
import { classes } from './classes'
import { Icon, type IconName } from './icon'
import { Link, type LinkProps } from './link'
import { useIsOff } from './site'
import { Live } from './live'

type Look = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'medium' | 'small'
  fullWidth?: boolean
  icon?: IconName
  children: ReactNode
}

type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style' | 'children'> & {
    /** The writes of the button; a kill switch of one disables it and shows a message. */
    writes?: SwitchName | readonly SwitchName[]
  }

/** Submits its form unless `type="button"`. */
export function Button({ writes, ...button }: ButtonProps) {
  return writes ? (
    <WritingButton writes={[writes].flat()} {...button} />
  ) : (
    <PlainButton {...button} />
  )
}

type WritingProps = ButtonProps & { writes: readonly SwitchName[] }

function WritingButton({ writes, ...button }: WritingProps) {
  const isOff = useIsOff(...writes)
  if (!isOff) return <PlainButton {...button} />
  const { 'aria-label': label, children, variant, size, fullWidth } = button
  return (
    <PlainButton {...{ variant, size, fullWidth }} type="button" disabled>
      <span className="visually-hidden">{label ?? children}. </span>
      <Live>{switchedOff.title}</Live>
    </PlainButton>
  )
}

function PlainButton({
  variant,
  size,
  fullWidth,
  icon,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button className={classes(look({ variant, size, fullWidth }), className)} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  )
}

type ButtonLinkProps = Look & Omit<LinkProps, 'style' | 'children'>

export function ButtonLink({
  variant,
  size,
  fullWidth,
  icon,
  children,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link className={classes(look({ variant, size, fullWidth }), className)} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}

function look({ variant = 'primary', size = 'medium', fullWidth }: Omit<Look, 'children'>) {
  return classes(
    styles.button,
    styles[variant],
    size === 'small' && styles.small,
    fullWidth && styles.fullWidth,
  )
}
