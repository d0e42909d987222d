import { z } from 'zod';
import { configSchema } from './config.js';

/** Returns the configuration schema as a Markdown table. */
export function configTable(): string {
  const rows = Object.entries(configSchema.shape).map(([name, field]) => {
    const meaning = field.description ?? '';
    return `| \`${name}\` | ${defaultOf(field)} | ${meaning} |`;
  });
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

function defaultOf(field: z.core.$ZodType): string {
  if (field instanceof z.ZodOptional) return 'none';
  if (!(field instanceof z.ZodDefault) && !(field instanceof z.ZodPrefault)) return 'required';
  const value = String(field.def.defaultValue);
  return value === '' ? 'none' : `\`${value}\``;
}
