/** Text through Handlebars. Logic belongs in emitters: templates only place what they are given. */
import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/** A template by its path below `templates/`; values are placed as they are, since nothing emitted is HTML. */
export function template<T>(path: string): (values: T) => string {
	const text = readFileSync(new URL(`../../templates/${path}.hbs`, import.meta.url), 'utf8');
	return Handlebars.compile<T>(text, { noEscape: true, strict: true });
}
