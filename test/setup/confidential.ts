/**
 * What no line of a log, no figure and no record of the audit may show: gathered from what the tests of a run send and are given, and
 * looked for in what each of its servers has written when it ends.
 */

/** Shorter ones could stand anywhere by chance. */
const shortest = 12;

/** Of any length of run: what is confidential by its form. */
const forms: readonly (readonly [string, RegExp])[] = [
	['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
	['a signed token', /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/],
];

const values = new Map<string, string>();

/** `what`: for people. */
export function keepFromSight(what: string, value: string): void {
	if (value.length < shortest || values.has(value)) return;
	values.set(value, what);
	const base64 = Buffer.from(value).toString('base64').replace(/=+$/, '');
	values.set(base64, `${what}, in base64`);
}

/** Of a request and its answer: the credentials, and what is in Secrets and tokens that are made. */
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
		// Another encoding, or meant to be none.
		return undefined;
	}
}

/** Sentences: what a text shows that it may not. `allows`: who has asked for values of Secrets to be in it. */
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
