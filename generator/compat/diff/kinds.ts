/** Changes of kinds, their versions, subresources and columns. */
import type {
	ComputedColumn,
	ConversionStep,
	Json,
	KindDescriptor,
	OtherSubresource,
	ScaleSubresource,
	ShownColumn,
	StatusSubresource,
	VersionDescriptor,
} from '../../../runtime/model/catalog.ts';
import { selectorNames } from '../../../runtime/model/selector-names.ts';
import { storagePath } from '../../../runtime/schema/conversion/combined-steps.ts';
import { type Change, shown } from '../change.ts';
import { canonical, equalJson, isRecord, type JsonRecord, keysOfBoth, own } from '../json.ts';
import { advancesTooSoon, apiVersionsOf, goneTooSoon, lessStableReplacement, tooShortLife, versionOf } from '../policy/versions.ts';
import { stabilityOf } from '../stability.ts';
import { ownKey, type Parts, reservedKey, versionKey } from '../surface.ts';
import { breaks, type Classify, change, compareBy, either, entries, type Finding, flag, keeps, type Located, listOf, type Table } from './finding.ts';
import { gate, introduced, isSooner, removedIn, sinceOldest } from './life.ts';
import { changeAt, type DiffContext, type ElementSite } from './place.ts';
import { renamedTypes } from './types.ts';

const newKind = 'add a separate kind';
const inNewVersion = 'change it in a new version';
const behaves = (message: string): Classify => either(breaks('behaves', message, { instead: inNewVersion, sdk: 'none' }));
const names = (what: string): Classify =>
	entries(
		(name) => keeps('added', `has the ${what} ${name}`, { to: name, sdk: 'none' }),
		(name) => breaks('removed', `has the ${what} ${name} no more`, { from: name, instead: 'leave it', sdk: 'none' }),
		keeps('shown', `lists another ${what} first`, { sdk: 'none' }),
	);

const selected = entries(
	(field) => keeps('added', `can be selected by ${field}`, { to: field, sdk: 'patch' }),
	(field) => breaks('removed', `can be selected by ${field} no more`, { from: field, instead: 'keep the selectable field', sdk: 'none' }),
	keeps('shown', 'lists its selectable fields in another order', { sdk: 'none' }),
);

const labelled = entries(
	(label) => keeps('added', `can be selected by ${label}`, { to: label, sdk: 'none' }),
	(label) => breaks('removed', `can be selected by ${label} no more`, { from: label, instead: 'keep the label', sdk: 'none' }),
);

/** Returns the names of a kind's selectable fields; a field keeps its name when another version is stored. */
function selectors(kind: JsonRecord): Json {
	return [...selectorNames(kind as unknown as Parameters<typeof selectorNames>[0])];
}

/** Returns the labels that name no selectable field by itself. */
function moreLabels(labels: Json | undefined): Json {
	return listOf(labels).filter((label) => isRecord(label) && !(listOf(label.of).length === 1 && equalJson(label.of, label.hides)));
}

/** Keywords of kinds in the form of the lock, with `versions` by name and `storage`. */
type KindKeyword =
	| Exclude<
			keyof KindDescriptor,
			'storageVersion' | 'storageName' | 'subresources' | 'columns' | 'indexedFields' | 'defined' | 'defaultsMark' | 'conversionWebhook'
	  >
	| 'storage';

const kindTable: Table<KindKeyword> = {
	kind: either(breaks('renamed', 'has another name', { instead: newKind })),
	listKind: either(breaks('renamed', 'has lists of another name', { instead: 'keep the name of the list' })),
	plural: either(breaks('renamed', 'is served at another URL', { instead: 'keep the plural' })),
	singular: either(breaks('renamed', 'has another name on the command line', { instead: 'keep the singular', sdk: 'none' })),
	shortNames: names('short name'),
	categories: names('category'),
	scope: either(breaks('moved', 'is served at other URLs, because its scope differs', { instead: newKind })),
	// The columns stay what they are.
	columnsIn: () => [],
	// Reported on the versions themselves.
	versions: () => [],
	storage: () => [],
	verbs: entries(
		(verb) => keeps('added', `can be asked ${verb}`, { to: verb }),
		(verb) => breaks('removed', `can be asked ${verb} no more`, { from: verb, instead: 'keep the verb' }),
		keeps('shown', 'lists its verbs in another order', { sdk: 'none' }),
	),
	// The calendar's own changes are reported as such.
	product: () => [],
	verbsIntroduced: either(keeps('rescheduled', 'has verbs from other releases on', { sdk: 'none' })),
	stored: either(breaks('behaves', 'is kept, or not, otherwise than before', { instead: newKind })),
	confidential: flag(
		keeps('behaves', 'is encrypted where it is stored', { sdk: 'none' }),
		keeps('behaves', 'is no longer encrypted by default', { sdk: 'none' }),
	),
	deleteReturns: behaves('answers a delete with another object'),
	orphans: behaves('keeps other dependents when it is deleted'),
	updateCreates: flag(
		keeps('loosened', 'is created by a PUT on a name that is free', { sdk: 'none' }),
		breaks('tightened', 'is no longer created by a PUT on a name that is free', { instead: inNewVersion, sdk: 'none' }),
	),
	updateNeedsVersion: flag(
		breaks('tightened', 'no longer accepts a PUT without a resourceVersion', { instead: inNewVersion, sdk: 'none' }),
		keeps('loosened', 'accepts a PUT without a resourceVersion', { sdk: 'none' }),
	),
	selectableFields: (_from, _to, { from, to }) => (equalJson(selectors(from), selectors(to)) ? [] : selected(selectors(from), selectors(to), { from, to })),
	selectableIntroduced: either(keeps('rescheduled', 'can be selected by fields from other releases on', { sdk: 'none' })),
	fieldLabels: (from, to, beside) => (equalJson(moreLabels(from), moreLabels(to)) ? [] : labelled(moreLabels(from), moreLabels(to), beside)),
	generation: flag(
		keeps('behaves', 'counts its changes in metadata.generation', { sdk: 'none' }),
		breaks('behaves', 'counts its changes no more', { instead: inNewVersion, sdk: 'none' }),
	),
	generationIntroduced: either(keeps('rescheduled', 'counts its changes from another release on', { sdk: 'none' })),
	nameFormat: either(breaks('tightened', 'may refuse names that it took', { instead: inNewVersion, sdk: 'none' })),
};

const conversion: Classify = (from, to) => {
	const [were, are] = [listOf(from), listOf(to)];
	const lost = Array.isArray(from) && Array.isArray(to) ? were.filter((step) => !are.some((other) => equalJson(step, other))) : [];
	if (lost.length > 0)
		return [
			breaks('converted', 'is converted differently: objects may lose data', {
				from: shown(from),
				to: shown(to),
				rule: 2,
				instead: 'keep the steps, and add others',
				sdk: 'none',
			}),
		];
	return [
		keeps('converted', 'is converted otherwise', {
			...(from === undefined ? {} : { from: shown(from) }),
			...(to === undefined ? {} : { to: shown(to) }),
			sdk: 'none',
		}),
	];
};

const versionTable: Table<Exclude<keyof VersionDescriptor, 'group' | 'version' | 'warning' | 'own'>> = {
	type: either(breaks('retyped', 'has another type', { instead: inNewVersion })),
	introduced,
	deprecated: change({
		appears: keeps('deprecated', 'is deprecated', { sdk: 'patch' }),
		differs: keeps('rescheduled', 'is deprecated from another release on', { sdk: 'none' }),
		goes: keeps('revived', 'is deprecated no longer', { sdk: 'none' }),
	}),
	removed: (from, to) => [
		isSooner(from, to)
			? keeps('rescheduled', from === undefined ? 'will be removed' : 'is removed sooner', {
					...(from === undefined ? {} : { from: shown(from) }),
					to: shown(to),
					sdk: 'none',
				})
			: keeps('rescheduled', 'stays longer', { from: shown(from), ...(to === undefined ? {} : { to: shown(to) }), sdk: 'none' }),
	],
	replacement: either(keeps('shown', 'names another replacement', { sdk: 'none' })),
	gate,
	onRequest: (from, to) => [
		to === true
			? breaks('behaves', 'is served only on request', { instead: 'serve it as before', sdk: 'none' })
			: keeps('behaves', to === false ? 'is served without being asked for' : 'is served by default according to its name', { from: shown(from), sdk: 'none' }),
	],
	conversion,
};

type KeysOf<T> = T extends unknown ? keyof T : never;

const subresourceTable: Table<Exclude<KeysOf<StatusSubresource | ScaleSubresource | OtherSubresource>, 'name'>> = {
	introduced,
	removed: removedIn,
	onCreate: either(breaks('behaves', 'is set on creation, or no longer set on creation', { instead: inNewVersion, sdk: 'none' })),
	notIn: behaves('is there in other versions'),
	replicas: behaves('reads and writes another field'),
	statusReplicas: behaves('reads another field'),
	selector: behaves('has another selector'),
	verbs: kindTable.verbs,
	group: either(breaks('retyped', 'accepts another kind', { instead: 'make a subresource of another name' })),
	version: either(breaks('retyped', 'accepts another version', { instead: 'accept both versions' })),
	kind: either(breaks('retyped', 'accepts another kind', { instead: 'make a subresource of another name' })),
	also: entries(
		(version) => keeps('loosened', `takes ${version} as well`, { sdk: 'none' }),
		(version) => breaks('tightened', `takes ${version} no more`, { instead: 'leave it', sdk: 'none' }),
	),
	type: either(breaks('retyped', 'has another type', { instead: 'make a subresource of another name' })),
	gives: either(breaks('retyped', 'answers with another type', { instead: 'make a subresource of another name' })),
	connect: behaves('is connected to otherwise'),
	writes: entries(
		(field) => keeps('loosened', `writes ${field} as well`, { sdk: 'none' }),
		(field) => breaks('tightened', `writes ${field} no more`, { instead: 'keep the field', sdk: 'none' }),
	),
	gate,
};

const columnLooks = either(keeps('shown', 'looks otherwise', { sdk: 'none' }));
const columnTable: Table<Exclude<keyof ShownColumn | keyof ComputedColumn, 'name' | 'description'>> = {
	type: columnLooks,
	format: columnLooks,
	introduced: columnLooks,
	removed: columnLooks,
	priority: columnLooks,
	value: columnLooks,
	computed: columnLooks,
};

export function kindChanges(comparing: DiffContext): readonly Change[] {
	const [were, are] = [comparing.before.surface.kinds, comparing.now.kinds];
	const gone = Object.keys(were).filter((name) => !Object.hasOwn(are, name));
	const come = Object.keys(are).filter((name) => !Object.hasOwn(were, name));
	const found: Change[] = [];
	for (const name of gone) {
		const before = were[name] ?? {};
		const successor = come.find((other) => isSame(before, are[other] ?? {}));
		if (successor !== undefined) come.splice(come.indexOf(successor), 1);
		const place: ElementSite = { where: name, element: 'kind', path: ['kinds', name], isAlpha: isAlpha(before) };
		found.push(changeAt(place, { ...lost(successor), ...(successor === undefined ? {} : { to: successor }), keyword: '' }));
	}
	for (const name of come)
		found.push(
			changeAt({ where: name, element: 'kind', path: ['kinds', name], isAlpha: isAlpha(are[name] ?? {}) }, { ...keeps('added', 'is new'), keyword: '' }),
		);
	for (const name of Object.keys(are)) found.push(...changesOf(name, own(were, name), own(are, name) ?? {}, comparing));
	return found;
}

function lost(successor: string | undefined): Finding {
	const instead = 'keep it in the specs; deprecate its versions, and remove them at the end of the deprecation period';
	return successor === undefined
		? breaks('removed', 'is gone', { instead })
		: breaks('moved', `is stored and served under another name, ${successor}`, { instead: 'serve it there as well (alsoIn), with the storageName of now' });
}

function isAlpha(kind: Parts): boolean {
	return apiVersionsOf(kind).every((version) => stabilityOf(versionOf(version)) === 'alpha');
}

/** Tells whether two kinds are the same except for their names and their place. */
function isSame(before: Parts, now: Parts): boolean {
	const essence = ({ [ownKey]: said = {}, ...parts }: Parts) => {
		const { kind: _, listKind: __, plural: ___, singular: ____, shortNames: _____, versions: ______, storage: _______, ...rest } = said;
		return canonical({ rest, parts: Object.entries(parts).map(([key, part]) => (key.startsWith('version ') ? [versionOf(key)] : [key, part])) });
	};
	return before[ownKey]?.kind === now[ownKey]?.kind || essence(before) === essence(now);
}

/** Compares the parts of an existing kind. A kind that the lock lacks is checked only for states that are always forbidden. */
function changesOf(name: string, before: Parts | undefined, now: Parts, comparing: DiffContext): readonly Change[] {
	const at = (suffix: string, element: ElementSite['element'], part: string, alpha: boolean): ElementSite => ({
		where: suffix === '' ? name : `${name} ${suffix}`,
		element,
		path: ['kinds', name, part],
		isAlpha: alpha,
	});
	const whole = at('', 'kind', ownKey, isAlpha(before ?? now));
	const keys = before === undefined ? Object.keys(now) : keysOfBoth(before, now);
	return keys.flatMap((key) => {
		const [was, is] = [before === undefined ? undefined : own(before, key), own(now, key)];
		if (key === reservedKey) return [];
		if (key === ownKey)
			return was === undefined || is === undefined
				? []
				: [...compareBy(kindTable, { from: was, to: is }).map((finding) => changeAt(whole, finding)), ...chosen(whole, before ?? {}, now, comparing)];
		const alpha = key.startsWith('version ') ? stabilityOf(versionOf(key)) === 'alpha' : whole.isAlpha;
		const element = key.startsWith('version ') ? 'version' : key.startsWith('column ') ? 'column' : 'subresource';
		const place = at(key, element, key, alpha);
		const findings =
			element === 'version'
				? versionFindings(key, before, now, comparing, name)
				: partFindings(element, was && sinceOldest(inStorageOf(now, was, before), comparing.oldest), is && sinceOldest(is, comparing.oldest));
		// A new kind is reported once, not again for each part.
		return findings.filter(({ sort }) => before !== undefined || sort !== 'added').map((finding) => changeAt(place, finding));
	});
}

/** Returns a scale with its earlier paths in the words of the present storage version. */
function inStorageOf(now: Parts, was: JsonRecord, before: Parts | undefined): JsonRecord {
	const storage = before?.[ownKey]?.storage;
	const { conversion } = own(now, versionKey(String(storage))) ?? {};
	if (storage === now[ownKey]?.storage || !Array.isArray(conversion)) return was;
	const steps = conversion as unknown as readonly ConversionStep[];
	const paths = ['replicas', 'statusReplicas', 'selector'].flatMap((name): [string, Json][] => {
		const path = was[name];
		return typeof path === 'string' ? [[name, storagePath(path, steps) ?? path]] : [];
	});
	return { ...was, ...Object.fromEntries(paths) };
}

function partFindings(element: 'column' | 'subresource', was: JsonRecord | undefined, is: JsonRecord | undefined): readonly Located[] {
	const isColumn = element === 'column';
	if (was === undefined) return [{ ...keeps('added', 'is new', { sdk: isColumn ? 'none' : 'minor' }), keyword: '' }];
	if (is === undefined)
		return [
			{
				...(isColumn
					? keeps('shown', 'is shown no more', { sdk: 'none' })
					: breaks('removed', 'is gone', { instead: 'keep it, and remove it in a new version' })),
				keyword: '',
			},
		];
	return compareBy(isColumn ? columnTable : subresourceTable, { from: was, to: is });
}

function versionFindings(key: string, before: Parts | undefined, now: Parts, comparing: DiffContext, name: string): readonly Located[] {
	const apiVersion = key.slice('version '.length);
	const [was, is] = [before === undefined ? undefined : own(before, key), own(now, key)];
	if (is === undefined) {
		const early = was === undefined ? undefined : goneTooSoon(apiVersion, was, comparing.oldest);
		const isKept = (own(comparing.before.stored, name) ?? []).includes(apiVersion);
		const found: Located[] = [
			{
				...(early === undefined ? keeps('removed', 'is gone', { sdk: 'major' }) : breaks('removed', early.message, { instead: early.instead, rule: 4 })),
				keyword: '',
			},
		];
		if (isKept)
			found.push({
				...breaks('stored', 'has been stored: objects in it could not be read any more', {
					instead: 'keep it in the spec with "removed"; or accept the break once no store has such objects (orch storage status)',
					rule: 4,
					sdk: 'none',
					always: true,
				}),
				keyword: '',
			});
		return found;
	}
	const hasMoved = before?.[ownKey]?.storage !== now[ownKey]?.storage;
	const found: Located[] =
		was === undefined
			? [{ ...keeps('added', 'is new'), keyword: '' }]
			: compareBy(versionTable, { from: sinceOldest(withNewNames(was, comparing), comparing.oldest), to: sinceOldest(is, comparing.oldest) }).map((finding) =>
					// With another storage version the same conversions have other steps, which the check tries with objects.
					finding.keyword === 'conversion' && hasMoved
						? { ...keeps('converted', 'is converted to another storage version', { sdk: 'none' }), keyword: 'conversion' }
						: finding,
				);
	const compared = (keyword: 'deprecated' | 'removed' | 'replacement') => !equalJson(was?.[keyword], is[keyword]);
	const unstable = compared('deprecated') || compared('replacement') ? lessStableReplacement(apiVersion, now) : undefined;
	if (unstable !== undefined)
		found.push({ ...breaks('deprecated', unstable.message, { instead: unstable.instead, rule: 3, sdk: 'none', always: true }), keyword: 'deprecated' });
	const short = compared('deprecated') || compared('removed') ? tooShortLife(apiVersion, is, comparing) : undefined;
	if (short !== undefined) found.push({ ...breaks('rescheduled', short.message, { instead: short.instead, rule: 4, sdk: 'none' }), keyword: 'removed' });
	return found;
}

/** Replaces the name of a renamed type, because a rename does not change the type. */
function withNewNames(version: JsonRecord, comparing: DiffContext): JsonRecord {
	const name = typeof version.type === 'string' ? renamedTypes(comparing).get(version.type) : undefined;
	return name === undefined ? version : { ...version, type: name };
}

/** Checks rule 5 for the preferred version and the storage version. */
function chosen(place: ElementSite, before: Parts, now: Parts, { releases }: DiffContext): readonly Change[] {
	const of = (parts: Parts, keyword: 'first' | 'storage'): string | undefined => {
		const found = keyword === 'first' ? listOf(parts[ownKey]?.versions)[0] : parts[ownKey]?.storage;
		return typeof found === 'string' ? found : undefined;
	};
	const changes: Change[] = [];
	for (const [keyword, sort, verb] of [
		['first', 'preferred', 'prefers'],
		['storage', 'stored', 'is stored in'],
	] as const) {
		const [was, is] = [of(before, keyword), of(now, keyword)];
		if (was === undefined || is === undefined || was === is) continue;
		const early = advancesTooSoon(was, is, before, now, Object.keys(releases));
		const both = { from: was, to: is, sdk: 'none' } as const;
		const finding =
			early === undefined
				? keeps(sort, `${verb} another version`, both)
				: breaks(sort, `${verb} ${is} ${early.message}`, { ...both, instead: early.instead, rule: 5, always: true });
		changes.push(changeAt(place, { ...finding, keyword: keyword === 'first' ? 'versions' : 'storage' }));
	}
	const [were, are] = [before, now].map((parts) =>
		listOf(parts[ownKey]?.versions).filter((version) => isRecord(before[versionKey(String(version))]) && isRecord(now[versionKey(String(version))])),
	);
	if (changes.length === 0 && !equalJson(were, are))
		changes.push(changeAt(place, { ...keeps('preferred', 'lists its versions in another order', { sdk: 'none' }), keyword: 'versions' }));
	return changes;
}
