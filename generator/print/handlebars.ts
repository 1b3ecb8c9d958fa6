/** Renders text with Handlebars. Logic is in emitters; templates only insert values. */
import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';

/**
 * Loads a template by its path below `templates/`, with the templates that it includes. Values are not escaped, because no emitted file is
 * HTML.
 */
export function template<T>(path: string, includes: Readonly<Record<string, string>> = {}): (values: T) => string {
	const handlebars = Handlebars.create();
	for (const [name, included] of Object.entries(includes)) handlebars.registerPartial(name, textOf(included));
	return handlebars.compile<T>(textOf(path), { noEscape: true, strict: true });
}

function textOf(path: string): string {
	return readFileSync(new URL(`../../templates/${path}.hbs`, import.meta.url), 'utf8');
}
