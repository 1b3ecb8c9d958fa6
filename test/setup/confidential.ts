/**
 * Confidential values that must not appear in logs, metrics or audit records. They are gathered from the requests and responses of a test
 * run and searched for in each server's output when the server ends.
 */

/** Minimum length of a tracked value; shorter ones could appear by chance. */
const shortest = 12;

/** Patterns of values that are confidential by their form, in every test run. */
const forms: readonly (readonly [string, RegExp])[] = [
	['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
	['a signed token', /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
];

const values = new Map<string, string>();

/** Tracks a confidential value. `what` describes the value in failure messages. */
export function keepFromSight(what: string, value: string): void {
	if (value.length < shortest || values.has(value)) return;
	values.set(value, what);
	const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
	values.set(base64, `${what}, in base64`);
}

/** Tracks the confidential values of a request and its response: credentials, the contents of Secrets, and issued tokens. */
export function keepExchangeFromSight(path: string, headers: Readonly<Record<string, string>>, sent: unknown, answered: string): void {
	const bearer = /^Bearer (?<token>.+)$/i.exec(headers.authorization ?? headers.Authorization ?? '')?.groups?.token;
	if (bearer !== undefined) keepFromSight('a bearer token', bearer);
	const target = path.split('?')[0] ?? '';
	if (!/\/secrets(?:\/|$)|\/token$|\/tokenreviews$/.test(target)) return;
	for (const text of [typeof sent === 'string' ? sent : '', answered]) keepPartsFromSight(parsed(text));
	if (typeof sent === 'object' && !Buffer.isBuffer(sent)) keepPartsFromSight(sent);
}

function keepPartsFromSight(value: unknown): void {
	if (typeof value !== 'object' || value === null) return;
	for (const [name, part] of Object.entries(value)) {
		if (name === 'data') for (const text of textsOf(part)) keepFromSight('a value of a Secret', Buffer.from(text, 'base64').toString());
		else if (name === 'stringData') for (const text of textsOf(part)) keepFromSight('a value of a Secret', text);
		else if (name === 'token' && typeof part === 'string') keepFromSight('a token', part);
		else keepPartsFromSight(part);
	}
}

function textsOf(part: unknown): string[] {
	return Object.values((part ?? {}) as object).filter((value) => typeof value === 'string');
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The value is encoded differently, or is deliberately invalid.
		return undefined;
	}
}

/** Returns a sentence for each confidential value found in a text. `allows` names values that the test permits there. */
export function shown(where: string, text: string, allows: 'nothing' | 'values of Secrets' = 'nothing'): string[] {
	const found = [...values].filter(([value, what]) => !(allows !== 'nothing' && what.includes('Secret')) && text.includes(value));
	return [
		...found.map(([value, what]) => `${where} shows ${what}: ${value.slice(0, 4)}…, near ${JSON.stringify(near(text, text.indexOf(value)))}`),
		...forms.flatMap(([what, form]) => {
			const at = text.search(form);
			return at < 0 ? [] : [`${where} shows ${what}, near ${JSON.stringify(near(text, at))}`];
		}),
	];
}

function near(text: string, at: number): string {
	return text.slice(Math.max(0, at - 80), at + 20);
}
