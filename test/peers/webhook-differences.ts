/**
 * Compares outcomes of webhooks on two servers, without random values and without differences that docs/conformance/differences.md lists.
 */

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface Difference {
	readonly at: string;
	readonly ours: Json | undefined;
	readonly theirs: Json | undefined;
}

/** Returns the differences by path, without the listed ones. */
export function differencesOf(what: string, ours: unknown, theirs: unknown): readonly Difference[] {
	const found = [...between(plain(ours as Json), plain(theirs as Json), '')];
	return found.filter((difference) => !listed.some(({ cases, at, fits }) => cases.test(what) && at.test(difference.at) && fits?.(difference) !== false));
}

interface Listed {
	readonly why: string;
	readonly cases: RegExp;
	readonly at: RegExp;
	readonly fits?: (difference: Difference) => boolean;
}

const words = /\.body\.(message|details\.causes\[0\]\.message)$/;
/** Returns true when both errors begin alike: the reason is the same, and the rest is the wording of another parser. */
const sameBeginning = ({ ours, theirs }: Difference): boolean => {
	const begins = (text: Json | undefined): string => (/^(Internal error occurred: )?(failed calling webhook "[^"]+")?/.exec(String(text)) ?? [''])[0];
	return begins(ours) === begins(theirs);
};

const isLonger = (one: Json | undefined, other: Json | undefined): boolean => Array.isArray(one) && Array.isArray(other) && one.length > other.length;

const listed: readonly Listed[] = [
	{
		why: 'nobody owns fields of what is not stored: of a Scale, a Binding, a review',
		cases: /./,
		at: /(object|oldObject|body)\.metadata\.managedFields$/,
		fits: ({ ours }) => ours === undefined,
	},
	{
		why: 'an object that is made for the occasion has no time',
		cases: /name of a pod|reviews and tokens/,
		at: /object\.metadata\.(creationTimestamp|name|uid)$/,
	},
	{ why: 'tokens are signed by each server with its own key', cases: /reviews and tokens/, at: /body\.status\.token$/ },
	{
		why: 'a Scale is shown as it would become, not as it was sent',
		cases: /scale/,
		at: /object\.(metadata\.(resourceVersion|creationTimestamp|uid)|status\.selector|status\.replicas)$/,
	},
	{ why: 'the phase of a new namespace is set once it has been mutated', cases: /namespace/, at: /object\.status(\.phase)?$/ },
	{ why: 'the deletion of a namespace is held to the uid that it was found with by other means', cases: /a namespace/, at: /options\.preconditions$/ },
	{ why: 'a collection that is deleted is answered with a Status', cases: /^deletes$/, at: /^\[3\]\.body/ },
	{ why: 'each draws its own names', cases: /generated name/, at: /\.name$/ },
	{ why: 'what is wrong with metadata is told once', cases: /^a patch/, at: /details\.causes$/ },
	{ why: 'what an object without a name misses is told otherwise', cases: /replaces all/, at: /body\./ },
	{ why: 'owners that have written in the same second stand in another order', cases: /^a patch of an update/, at: /managedFields\[/ },
	{ why: 'the words of the reader of JSON, of patches, and of kinds that there are not', cases: /^a patch|one that/, at: words, fits: sameBeginning },
	{
		why: 'a patch makes no other kind of an object: refused as whatever else it makes wrong',
		cases: /makes it another kind/,
		at: /body\.(message|reason|details)$/,
	},
	{
		why: 'a patch that is none is a failure of the webhook, and as such subject to its policy, in 1.25 too',
		cases: /is no (list|JSON)/,
		at: /body\.(message|details\.causes\[0\]\.message)$/,
	},
	{
		why: 'who has read an older state in his cache begins again, and asks again',
		cases: /^changes$|^labels of objects/,
		at: /\.reviews$/,
		fits: ({ ours, theirs }) => isLonger(theirs, ours),
	},
	{ why: 'letters beyond ASCII are not sent in a header', cases: /^warnings$/, at: /warnings/ },
	{ why: 'pods do not count generations before', cases: /patch with defaults/, at: /generation$/ },
];

function plain(value: Json): Json {
	if (typeof value === 'string') return value.replace(uuid, 'UID').replace(time, 'TIME');
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(plain);
	const entries = Object.entries(value).flatMap(([name, each]): readonly [string, Json][] => {
		if (name === 'resourceVersion' && typeof each === 'string' && /^\d+$/.test(each)) return [[name, 'VERSION']];
		// The servers name the requesting user differently.
		if (name === 'userInfo') return [];
		return [[name, plain(each)]];
	});
	return Object.fromEntries(entries);
}

function* between(ours: Json | undefined, theirs: Json | undefined, at: string): Generator<Difference> {
	if (isMap(ours) && isMap(theirs)) {
		for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) yield* between(ours[name], theirs[name], `${at}.${name}`);
	} else if (Array.isArray(ours) && Array.isArray(theirs) && ours.length === theirs.length) {
		for (const [i, each] of ours.entries()) yield* between(each, theirs[i], `${at}[${i}]`);
	} else if (JSON.stringify(ours) !== JSON.stringify(theirs)) yield { at, ours, theirs };
}

function isMap(value: Json | undefined): value is { readonly [name: string]: Json } {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
