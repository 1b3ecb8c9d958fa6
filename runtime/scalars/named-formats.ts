/** String formats of JSON Schema for custom resources, except those of addresses and names. */

const hex = '[0-9a-fA-F]';

function uuidOf(version: number): RegExp {
	const variant = version === 3 ? hex : '[89abAB]';
	return new RegExp(`^${hex}{8}-?${hex}{4}-?${version}${hex}{3}-?${variant}${hex}{3}-?${hex}{12}$`);
}

const byte = '([0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])';
const rgb = new RegExp(`^rgb\\(\\s*${byte}\\s*,\\s*${byte}\\s*,\\s*${byte}\\s*\\)$`);

/** A duration with units as people write it: `3 weeks`. */
const span =
	/^\s*(?:\d+(?:\.\d+)?\s*(?:ns|nanos?|nanoseconds?|us|µs|micros?|microseconds?|ms|millis?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)\s*)+$/i;

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/i;

/** True for an existing date and a time with zone. The text is kept; a field of type time has whole seconds. */
function isDateTime(text: string): boolean {
	const [day = '', time = ''] = text.split(/t/i);
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !clock.test(time)) return false;
	const at = new Date(`${day}T00:00:00Z`);
	return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function isIsbn10(text: string): boolean {
	const digits = text.replace(/[\s-]/g, '');
	if (!/^\d{9}[\dX]$/.test(digits)) return false;
	const sum = [...digits].reduce((total, digit, index) => total + (10 - index) * (digit === 'X' ? 10 : Number(digit)), 0);
	return sum % 11 === 0;
}

function isIsbn13(text: string): boolean {
	const digits = text.replace(/[\s-]/g, '');
	if (!/^\d{13}$/.test(digits)) return false;
	const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
	return sum % 10 === 0;
}

/** Checks the Luhn checksum: every second digit from the end is doubled, and the sum must end in zero. */
function isCreditCard(text: string): boolean {
	const digits = text.replace(/[^0-9]+/g, '');
	if (
		!/^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|6(?:011|5\d{2})\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11})$/.test(
			digits,
		)
	)
		return false;
	const sum = [...digits].reverse().reduce((total, digit, index) => {
		const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
		return total + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}

interface NamedFormat {
	readonly name: string;
	readonly documentation: string;
	check(text: string): readonly string[];
	readonly openapi: { readonly format: string };
}

function format(name: string, what: string, holds: (text: string) => boolean): NamedFormat {
	return { name, documentation: what, check: (text) => (holds(text) ? [] : [`must be ${what}`]), openapi: { format: name } };
}

function matching(expression: RegExp): (text: string) => boolean {
	return (text) => expression.test(text);
}

export const namedFormats: readonly NamedFormat[] = [
	format('uuid3', 'a UUID of version 3', matching(uuidOf(3))),
	format('uuid4', 'a UUID of version 4', matching(uuidOf(4))),
	format('uuid5', 'a UUID of version 5', matching(uuidOf(5))),
	format(
		'mac',
		'a MAC address',
		matching(new RegExp(`^${hex}{2}(?:([:-])${hex}{2})(?:\\1${hex}{2}){4}(?:(?:\\1${hex}{2}){2}|(?:\\1${hex}{2}){14})?$|^${hex}{4}(?:\\.${hex}{4}){2,3}$`)),
	),
	format('isbn', 'an ISBN of 10 or 13 digits', (text) => isIsbn10(text) || isIsbn13(text)),
	format('isbn10', 'an ISBN of 10 digits', isIsbn10),
	format('isbn13', 'an ISBN of 13 digits', isIsbn13),
	format('creditcard', 'the number of a credit card', isCreditCard),
	format('ssn', 'a social security number of the United States', matching(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/)),
	format('hexcolor', 'a colour, `#ff0000`', matching(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)),
	format('rgbcolor', 'a colour, `rgb(255,0,0)`', matching(rgb)),
	format('bsonobjectid', 'the id of a BSON object: 24 hexadecimal digits', matching(/^[0-9a-fA-F]{24}$/)),
	format('date-time', 'a date and a time, `2006-01-02T15:04:05Z`', isDateTime),
	format('datetime', 'a date and a time, `2006-01-02T15:04:05Z`', isDateTime),
	format('duration', 'a span of time, `1h30m` or `3 weeks`', matching(span)),
	format('password', 'a password, which may be any text', () => true),
];
