/**
 * Content of the side column: what selectors and the garbage collector read of an object, so that they parse no object. It is JSON text,
 * `{"l":labels,"f":selectable fields,"o":owners,"d":deletion timestamp,"p":propagation}`. Parts without a value are absent.
 */

type Texts = Readonly<Record<string, string>>;

/** Entry of metadata.ownerReferences. */
export interface OwnerReference {
	readonly apiVersion: string;
	readonly kind: string;
	readonly name: string;
	readonly uid: string;
	/** blockOwnerDeletion: an owner in foreground deletion waits for this object. */
	readonly blocks: boolean;
}

/** Role of an object between its owners and its dependents. */
export interface Ownership {
	readonly owners: readonly OwnerReference[];
	/** metadata.deletionTimestamp; empty when the object is not being deleted. */
	readonly deletionTimestamp: string;
	/** Propagation policy that the finalizers state. */
	readonly propagation: 'Foreground' | 'Orphan' | 'Background';
}

export interface Side {
	readonly labels: Texts;
	readonly fields: Texts;
	/** Undefined when the object has no owners and is not being deleted. */
	readonly ownership: Ownership | undefined;
}

/** Number of this layout. Rows with another one are outdated and are rewritten. */
export const sideLayout = 2;

/** References as arrays, in the order of the members. */
type Packed = readonly [apiVersion: string, kind: string, name: string, uid: string, blocks: 0 | 1];

interface SideJson {
	readonly l?: Texts;
	readonly f?: Texts;
	readonly o?: readonly Packed[];
	readonly d?: string;
	readonly p?: Ownership['propagation'];
}

export const noTexts: Texts = Object.freeze(Object.create(null) as Texts);

export function sideText({ labels, fields, ownership }: Side): string {
	if (ownership === undefined) return labels === noTexts && fields === noTexts ? '' : `{"l":${JSON.stringify(labels)},"f":${JSON.stringify(fields)}}`;
	const { owners, deletionTimestamp, propagation } = ownership;
	const side: SideJson = {
		l: labels,
		f: fields,
		...(owners.length > 0 && { o: owners.map(({ apiVersion, kind, name, uid, blocks }) => [apiVersion, kind, name, uid, blocks ? 1 : 0] as const) }),
		...(deletionTimestamp !== '' && { d: deletionTimestamp }),
		...(propagation !== 'Background' && { p: propagation }),
	};
	return JSON.stringify(side);
}

export function parseSide(text: string): Side {
	const { l, f, o = [], d = '', p = 'Background' } = jsonOf(text);
	const owners = o.map(([apiVersion, kind, name, uid, blocks]) => ({ apiVersion, kind, name, uid, blocks: blocks === 1 }));
	return {
		labels: withoutPrototype(l),
		fields: withoutPrototype(f),
		ownership: owners.length > 0 || d !== '' ? { owners, deletionTimestamp: d, propagation: p } : undefined,
	};
}

/** Returns the value of one selectable field; empty when it has none. */
export function fieldIn(text: string, field: string): string {
	const { f } = jsonOf(text);
	return f !== undefined && Object.hasOwn(f, field) ? (f[field] ?? '') : '';
}

function jsonOf(text: string): SideJson {
	return text === '' ? {} : (JSON.parse(text) as SideJson);
}

/** Copies texts into an object without a prototype. A label may be named `constructor`, and a lookup must not find inherited properties. */
function withoutPrototype(texts: Texts | undefined): Texts {
	return texts === undefined ? noTexts : Object.assign(Object.create(null) as Record<string, string>, texts);
}
