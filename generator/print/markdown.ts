/** Formats values for Markdown. */
import type { Json } from '../../runtime/model/catalog.ts';
import { stringify } from '../../runtime/wire/json/text.ts';

/** Formats a value as code, in JSON. */
export function code(value: Json): string {
	return `\`${stringify(value)}\``;
}
