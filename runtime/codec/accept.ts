/** Parser of the Accept header: media ranges with parameters and weights (RFC 9110, 12.5.1). */

export interface MediaRange {
	/** Lower case, for example `application`; `*` matches any. */
	readonly type: string;
	readonly subtype: string;
	/** Parameters other than `q`. */
	readonly parameters: Readonly<Record<string, string>>;
}

/** Maximum number of media ranges, more than any client sends; the rest is ignored. */
const maxClauses = 32;

/** Parses the media ranges, best first: by weight, then in header order. Skips invalid ranges and those of weight 0. */
export function parseAccept(header: string): MediaRange[] {
	const clauses = header.split(',', maxClauses).flatMap((text) => clause(text));
	return clauses
		.filter(({ weight }) => weight > 0)
		.sort((a, b) => b.weight - a.weight)
		.map(({ range }) => range);
}

function clause(text: string): { range: MediaRange; weight: number }[] {
	const [media = '', ...rest] = text.split(';');
	const [type = '', subtype] = media.trim().toLowerCase().split('/');
	if (type === '' || (subtype === undefined && type !== '*')) return [];
	const parameters: Record<string, string> = Object.create(null);
	for (const part of rest) {
		const equals = part.indexOf('=');
		if (equals > 0) parameters[part.slice(0, equals).trim().toLowerCase()] = unquoted(part.slice(equals + 1).trim());
	}
	const { q = '1', ...others } = parameters;
	const weight = Number(q);
	return Number.isNaN(weight) ? [] : [{ range: { type, subtype: subtype ?? '*', parameters: others }, weight }];
}

function unquoted(text: string): string {
	return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
