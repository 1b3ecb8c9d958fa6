/** Values in Markdown. */
import type { Json } from '../../runtime/model/catalog.ts';

/** A value as code, in JSON. */
export function code(value: Json): string {
	return `\`${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? Number(part) : part))}\``;
}
