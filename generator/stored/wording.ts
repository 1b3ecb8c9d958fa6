/** The server's messages about an object, without values, which differ between objects and may be secret. */
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { type Cause, show } from '../../runtime/model/cause.ts';
import type { MalformedError } from '../../runtime/model/malformed.ts';
import { valueAtField } from '../../runtime/schema/conversion/field-paths.ts';

/** Beginnings of messages that are followed by a value. */
const beforeValue = /^(?:Invalid value|Unsupported value|Duplicate value|Not found|Too many): /;

/** Maximum length of a message; details from specs may be long. */
const longestDetail = 300;

/** Returns the message without values. `isConfidential`: returns only the kind of error, because messages of rules may quote a value. */
export function causeText({ message, field = '' }: Cause, object: JsonObject, isConfidential: boolean): string {
	const [label = ''] = message.split(':', 1);
	if (isConfidential) return label;
	const [found = ''] = beforeValue.exec(message) ?? [];
	if (found === '') return bounded(message);
	const rest = message.slice(found.length);
	const detail = rest.slice(valueLength(rest, show(valueAtField(object, field)))).replace(/^: /, '');
	return bounded(detail === '' ? label : `${label}: ${detail}`);
}

/** Returns the length of the value at the start of a text: the field's own, a quoted text, or everything before the next colon. */
function valueLength(text: string, shown: string): number {
	if (text === shown || text.startsWith(`${shown}: `)) return shown.length;
	const [quoted] = /^"(?:[^"\\]|\\.)*"/.exec(text) ?? [];
	if (quoted !== undefined) return quoted.length;
	const end = text.indexOf(': ');
	return end === -1 ? text.length : end;
}

/** Describes an object that cannot be decoded: the field, if known, and the expected type. */
export function malformedText({ message }: MalformedError, isConfidential: boolean): { readonly field: string; readonly message: string } {
	const [, found, field = '', type] = /^json: cannot unmarshal (\w+).* into Go struct field [^.]*\.(\S+) of type (\S+)$/.exec(message) ?? [];
	if (found !== undefined) return { field, message: `is stored as ${found}, which ${type} cannot be read from` };
	return { field: '', message: isConfidential ? 'cannot be read' : `cannot be read: ${bounded(withoutTexts(message))}` };
}

/** Describes an error that code threw, without quoted parts, which differ between objects. */
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
