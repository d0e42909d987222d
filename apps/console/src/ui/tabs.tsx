import { useId, useRef, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly names: readonly Name[];
  readonly children: (name: Name) => ReactNode;
}

/** One panel at a time. The arrow keys go from one to the next. If the chosen one is gone, it is the first. */
export function Tabs<Name extends string>({ label, names, children }: TabsProps<Name>): ReactElement {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(names[0]);
  const name = names.find((each) => each === chosen) ?? names[0];
  const index = names.findIndex((each) => each === name);
  const go = (event: KeyboardEvent): void => {
    const next = indexAfter(event.key, index, names.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(names[next]);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div className={styles['tabs']}>
      <div ref={list} role="tablist" aria-label={label} className={styles['list']} onKeyDown={go}>
        {names.map((each, position) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-selected={position === index}
            aria-controls={`${id}-panel`}
            tabIndex={position === index ? 0 : -1}
            onClick={() => setChosen(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${name}`} tabIndex={0}>
        {name !== undefined && children(name)}
      </div>
    </div>
  );
}

function indexAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
