/** Causes of a validation error, with constructors for the wordings that clients know (seed 1, "Errors"). */

export type CauseReason =
	| 'FieldValueNotFound'
	| 'FieldValueRequired'
	| 'FieldValueDuplicate'
	| 'FieldValueInvalid'
	| 'FieldValueNotSupported'
	| 'FieldValueForbidden'
	| 'FieldValueTooLong'
	| 'FieldValueTooMany'
	| 'FieldValueTypeInvalid'
	| 'DisruptionBudget'
	| 'FieldManagerConflict'
	| 'InternalError'
	| 'NamespaceTerminating'
	| 'ResourceVersionTooLarge'
	| 'TooManyErrors'
	| 'UnexpectedServerResponse';

/** One violation with its field path. `message` does not include the path. */
export interface Cause {
	readonly reason: CauseReason;
	readonly message: string;
	/** Path such as `spec.containers[0].name` or `data[key]`; absent when no single field is at fault. */
	readonly field?: string;
}

/** Maximum number of causes in a response, so that it is not much larger than the request. */
export const mostCauses = 100;

/** True when there are more causes than a response reports; validation can stop. */
export function isEnough(causes: readonly Cause[]): boolean {
	return causes.length > mostCauses;
}

/** Maximum length of a client's value, name or path in a message, in characters. */
export const longestShown = 4096;

/** Formats a value for messages: strings quoted, other scalars as they are, the rest as JSON. */
export function show(value: unknown): string {
	if (typeof value === 'string') return quote(cut(value));
	if (value === null || value === undefined) return 'null';
	if (typeof value === 'object') return cut(JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item)));
	return String(value);
}

/** Truncates a text to `longestShown`. */
export function cut(text: string): string {
	return text.length > longestShown ? `${text.slice(0, longestShown)}...` : text;
}

/** Puts a text into double quotes and escapes control and invisible characters. */
export function quote(text: string): string {
	return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function cause(reason: CauseReason, field: string, label: string, detail: string): Cause {
	const message = detail === '' ? label : `${label}: ${detail}`;
	return field === '' ? { reason, message } : { reason, message, field };
}

/** `Required value: detail` */
export function required(field: string, detail = ''): Cause {
	return cause('FieldValueRequired', field, 'Required value', detail);
}

/** `Invalid value: "x": detail` */
export function invalidValue(field: string, value: unknown, detail: string): Cause {
	return cause('FieldValueInvalid', field, `Invalid value: ${show(value)}`, detail);
}

/** `Duplicate value: "x"` */
export function duplicate(field: string, value: unknown, detail = ''): Cause {
	return cause('FieldValueDuplicate', field, `Duplicate value: ${show(value)}`, detail);
}

/** `Unsupported value: "x": supported values: "a", "b"` */
export function notSupported(field: string, value: unknown, supported: readonly string[]): Cause {
	const detail = supported.length === 0 ? '' : `supported values: ${supported.map(quote).join(', ')}`;
	return cause('FieldValueNotSupported', field, `Unsupported value: ${show(value)}`, detail);
}

/** `Not found: "x"`: the object or entry of that name does not exist. */
export function notFoundValue(field: string, value: unknown, detail = ''): Cause {
	return cause('FieldValueNotFound', field, `Not found: ${show(value)}`, detail);
}

/** `Forbidden: detail` */
export function forbiddenField(field: string, detail: string): Cause {
	return cause('FieldValueForbidden', field, 'Forbidden', detail);
}

/** `Too long: may not be more than N bytes` */
export function tooLong(field: string, maxBytes: number): Cause {
	return cause('FieldValueTooLong', field, 'Too long', `may not be more than ${maxBytes} bytes`);
}

/** `Too long: may not be longer than N`: counts characters, as schemas do. */
export function longerThan(field: string, maxCharacters: number): Cause {
	return cause('FieldValueTooLong', field, 'Too long', `may not be longer than ${maxCharacters}`);
}

/** `Too many: 5: must have at most 3 items` */
export function tooMany(field: string, actual: number, max: number): Cause {
	return cause('FieldValueTooMany', field, `Too many: ${actual}`, `must have at most ${max} items`);
}
