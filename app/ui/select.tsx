import type { SelectHTMLAttributes } from 'react'

type SelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'defaultValue'> & {
  /** The chosen value of the address. */
  value: string
  options: readonly { value: string; label: string }[]
}

/** A select of a form that shows the parameters of the address, also after its reset. */
export function Select({ value, options, ...select }: SelectProps) {
  return (
    <select
      {...select}
      defaultValue={value}
      // Sets the default that a form reset restores; React only sets it initially.
      ref={(element) => {
        for (const option of element?.options ?? []) option.defaultSelected = option.value === value
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
