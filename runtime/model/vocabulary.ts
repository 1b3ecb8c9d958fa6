/** A vocabulary has every product name once. Values are in `specs/vocabulary/*.yaml` and, emitted, in `generated/vocabulary.ts`. */
export interface Vocabulary {
	/** Name of the vocabulary, recorded in the data directory. */
	readonly name: string;
	readonly product: string;
	readonly groupDomain: string;
	readonly labelDomain: string;
	readonly shortPrefix: string;
	readonly nodeAgent: string;
	readonly cliName: string;
	/** Other vocabularies accepted in content negotiation: in media types and OpenAPI extensions. */
	readonly understands?: readonly Dialect[];
}

/** Words of another vocabulary that clients may use in content negotiation. */
export type Dialect = Pick<Vocabulary, 'product' | 'groupDomain'>;

/** Returns the accepted dialects, this vocabulary's first. */
export function dialectsOf(vocabulary: Vocabulary): readonly Dialect[] {
	return [vocabulary, ...(vocabulary.understands ?? [])];
}

/** Placeholders that texts may have in braces, by name. */
export const placeholders: Readonly<Record<string, (v: Vocabulary) => string>> = {
	product: (v) => v.product,
	Product: (v) => v.product.charAt(0).toUpperCase() + v.product.slice(1),
	PRODUCT: (v) => v.product.toUpperCase(),
	groupDomain: (v) => v.groupDomain,
	groupDomainReversed: (v) => v.groupDomain.split('.').reverse().join('.'),
	labelDomain: (v) => v.labelDomain,
	shortPrefix: (v) => v.shortPrefix,
	nodeAgent: (v) => v.nodeAgent,
	cliName: (v) => v.cliName,
};

const pattern = new RegExp(`\\{(${Object.keys(placeholders).join('|')})\\}`, 'g');

/** Replaces placeholders such as `{groupDomain}` by the vocabulary's words. Other braces stay. */
export function speak(text: string, vocabulary: Vocabulary): string {
	// Fast path: most texts have no placeholder.
	if (!text.includes('{')) return text;
	return text.replace(pattern, (_, role: string) => placeholders[role]?.(vocabulary) ?? role);
}

/** Applies `speak` to every string of plain data, values and keys. */
export function speakAll<T>(value: T, vocabulary: Vocabulary): T {
	if (typeof value === 'string') return speak(value, vocabulary) as T;
	if (Array.isArray(value)) return value.map((item) => speakAll(item, vocabulary)) as T;
	if (value !== null && typeof value === 'object') {
		return Object.fromEntries(Object.entries(value).map(([k, v]) => [speak(k, vocabulary), speakAll(v, vocabulary)])) as T;
	}
	return value;
}
