/** What the server would say of an object, without the values of it: these differ from object to object, and may be secrets. */
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Cause, show } from '../../runtime/model/cause.ts';
import type { MalformedError } from '../../runtime/model/malformed.ts';
import { valueAtField } from '../../runtime/schema/conversion/field-paths.ts';

/** The words before the value, in messages that show one. */
const beforeValue = /^(?:Invalid value|Unsupported value|Duplicate value|Not found|Too many): /;

/** Details may be longer than a line, where a spec makes them. */
const longestDetail = 300;

/** `isConfidential`: whatever rules say may quote a value, so that no more is told than which sort of mistake it is. */
export function causeText({ message, field = '' }: Cause, object: JsonObject, isConfidential: boolean): string {
	const [label = ''] = message.split(':', 1);
	if (isConfidential) return label;
	const [found = ''] = beforeValue.exec(message) ?? [];
	if (found === '') return bounded(message);
	const rest = message.slice(found.length);
	const detail = rest.slice(valueLength(rest, show(valueAtField(object, field)))).replace(/^: /, '');
	return bounded(detail === '' ? label : `${label}: ${detail}`);
}

/** How long the value is that a text begins with: what stands at the field, a text in quotes, or all up to the next colon. */
function valueLength(text: string, shown: string): number {
	if (text === shown || text.startsWith(`${shown}: `)) return shown.length;
	const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? [];
	if (quoted !== undefined) return quoted.length;
	const end = text.indexOf(': ');
	return end === -1 ? text.length : end;
}

/** An object that cannot be read: the field, where the message knows it, and what is expected there. */
export function malformedText({ message }: MalformedError, isConfidential: boolean): { readonly field: string; readonly message: string } {
	const [, found, field = '', type] = /^json: cannot unmarshal (\w+).* into Go struct field [^.]*\.(\S+) of type (\S+)$/.exec(message) ?? [];
	if (found !== undefined) return { field, message: `is stored as ${found}, which ${type} cannot be read from` };
	return { field: '', message: isConfidential ? 'cannot be read' : `cannot be read: ${bounded(withoutTexts(message))}` };
}

/** What code throws names the object, or quotes it: that differs from object to object. */
export function thrownText(error: unknown, isConfidential: boolean): string {
	if (isConfidential) return 'cannot be converted';
	return `cannot be converted: ${bounded(withoutTexts(error instanceof Error ? error.message : String(error)))}`;
}

function withoutTexts(text: string): string {
	return text.replace(/"(?:[^"\\]|\\.)*"/g, '"..."');
}

function bounded(text: string): string {
	const line = text.replace(/\p{Cc}+/gu, ' ');
	return line.length > longestDetail ? `${line.slice(0, longestDetail)}...` : line;
}
