/** Requests of a sequence, before values that only a server knows are filled in, and the generator of random sequences. */
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { kinds } from './kinds.ts';
import type { Kind } from './parts.ts';
import type { Target } from './play.ts';

export type Verb = 'create' | 'put' | 'json' | 'merge' | 'strategic' | 'apply' | 'delete' | 'get';

export interface Step {
	readonly verb: Verb;
	/** Index of one of the kind's roots. */
	readonly root: number;
	readonly subresource: '' | 'status' | 'scale';
	readonly query: Readonly<Record<string, string>>;
	readonly agent: string;
	/**
	 * Body that is sent: the object, the patch, or the options of a delete. Texts that begin with `$` stand for values from the server:
	 * `$name`, `$uid`, `$version` (the current resourceVersion) and `$older` (the first one seen).
	 */
	readonly body: JsonValue;
	/** Treatment of managedFields in a PUT, whose body is merged into the server's object. */
	readonly live?: 'as they are' | 'left out' | '[]' | '[{}]' | 'without the first' | 'renamed' | 'without fields' | 'of nonsense';
	/** True when the text contains the kind twice. */
	readonly twice?: boolean;
}

export interface Sequence {
	readonly kind: Target;
	readonly steps: readonly Step[];
	/** True when the sequence contains one deliberate fault at most. */
	readonly isOnceSpoiled?: true;
}

/** Sets a value at a JSON pointer and creates the objects above it. */
export function place(object: JsonObject, pointer: string, value: JsonValue): void {
	const names = pointer
		.slice(1)
		.split('/')
		.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
	const last = names.pop() ?? '';
	let at = object;
	for (const name of names) {
		const inner = at[name];
		if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) at[name] = {};
		at = at[name] as JsonObject;
	}
	at[last] = value;
}

const agents = ['kubectl/v1.30.0 (linux/amd64)', 'curl/7.88.1', '', 'Mozilla/5.0', `${'long'.repeat(40)}/1`];
const rarely = <T>(value: fc.Arbitrary<T>, weight = 12): fc.Arbitrary<T | undefined> =>
	fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

interface Common {
	readonly verb: Verb;
	readonly agent: string;
	readonly manager: string | undefined;
	readonly force: string | undefined;
	readonly dryRun: string | undefined;
	readonly fieldValidation: string | undefined;
	readonly root: number;
	readonly subresource: '' | 'status' | 'scale';
	readonly parts: readonly (readonly [string, unknown])[];
	readonly based: boolean;
	readonly name: string | undefined;
	readonly uid: string | undefined;
	readonly version: string | undefined;
	readonly apiVersion: string | undefined;
	readonly otherKind: string | undefined;
	readonly generateName: boolean | undefined;
	readonly managedFields: unknown;
	readonly live: Step['live'];
	readonly fresh: boolean;
	readonly twice: boolean | undefined;
	readonly operations: readonly Operation[];
	readonly options: unknown;
	readonly directive: readonly [string, unknown] | undefined;
	readonly scale: unknown;
	readonly namespace: string | undefined;
}

type Operation = readonly ['add' | 'replace' | 'remove' | 'test' | 'move' | 'copy', string, string, unknown];

function chosen(parts: Readonly<Record<string, fc.Arbitrary<unknown>>>, least: number, most: number): fc.Arbitrary<readonly (readonly [string, unknown])[]> {
	const names = Object.keys(parts);
	if (names.length === 0) return fc.constant([]);
	return fc
		.uniqueArray(fc.constantFrom(...names), { minLength: Math.min(least, names.length), maxLength: most })
		.chain((picked) => fc.tuple(...picked.map((name) => (parts[name] ?? fc.constant(null)).map((value) => [name, value] as const))));
}

function stepOf(kind: Kind, focus: Readonly<Record<string, fc.Arbitrary<unknown>>>, verbs: fc.Arbitrary<Verb>): fc.Arbitrary<Step> {
	const subresource = fc.constantFrom<'' | 'status' | 'scale'>('', '', '', '', ...kind.subresources);
	return subresource.chain((sub) => {
		const parts =
			sub === 'status'
				? fc.oneof({ weight: 8, arbitrary: chosen(kind.statusParts, 1, 3) }, { weight: 1, arbitrary: chosen(kind.parts, 1, 2) })
				: fc.oneof(
						{ weight: 8, arbitrary: chosen(focus, 0, 4) },
						{ weight: 2, arbitrary: chosen(kind.parts, 1, 3) },
						{ weight: 1, arbitrary: fc.tuple(chosen(focus, 0, 2), chosen(kind.odd, 1, 1)).map((both) => both.flat()) },
					);
		return fc
			.record<Common>({
				verb: verbs,
				agent: fc.constantFrom(...agents, 'kubectl/v1.30.0 (linux/amd64)'),
				manager: fc.constantFrom(undefined, 'one', 'one', 'two', 'two', 'kubectl'),
				force: fc.constantFrom(undefined, undefined, 'true', 'true', 'false'),
				dryRun: rarely(fc.constantFrom('All', 'All', 'None'), 8),
				fieldValidation: rarely(fc.constantFrom('Strict', 'Warn', 'Ignore', 'strict'), 4),
				root: kind.roots.length > 1 ? fc.constantFrom(0, 0, 0, 1) : fc.constant(0),
				subresource: fc.constant(sub),
				parts,
				based: fc.constantFrom(true, true, true, true, false),
				name: rarely(fc.constantFrom('other', ''), 30),
				uid: rarely(fc.constantFrom('$uid', 'wrong'), 20),
				version: rarely(fc.constantFrom('$version', '$version', '$older', '0', 'x', ''), 8),
				apiVersion: rarely(fc.constantFrom('v1', 'apps/v1', 'x/v9', ''), 40),
				otherKind: rarely(fc.constantFrom('ConfigMap', 'Nothing', ''), 40),
				generateName: rarely(fc.constant(true), 20),
				managedFields: rarely(
					fc.constantFrom<unknown>(
						[],
						[{}],
						null,
						[
							{
								manager: 'm',
								operation: 'Update',
								apiVersion: 'v1',
								fieldsType: 'FieldsV1',
								fieldsV1: { 'f:metadata': { 'f:labels': { '.': {}, 'f:a': {} } } },
							},
						],
						[{ manager: 'm', operation: 'Other', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }],
						[{ manager: 'm', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { nonsense: {} } }],
					),
					15,
				),
				live: fc.constantFrom<Step['live']>(
					undefined,
					...Array<Step['live']>(8).fill('as they are'),
					'left out',
					'[]',
					'[{}]',
					'without the first',
					'renamed',
					'without fields',
					'of nonsense',
				),
				fresh: fc.boolean(),
				twice: rarely(fc.constant(true), 30),
				operations: fc.array(
					fc.tuple(
						fc.constantFrom<Operation[0]>('add', 'add', 'replace', 'replace', 'remove', 'test', 'move', 'copy'),
						fc.constantFrom(...kind.pointers),
						fc.constantFrom(...kind.pointers),
						fc.constantFrom<unknown>('a', 'b', 1, 2, ['x.com/a'], { a: 'b' }, null, { name: 'c', image: 'i', port: 90, containerPort: 90 }),
					),
					{ minLength: 1, maxLength: 2 },
				),
				options: fc.constantFrom<unknown>(
					undefined,
					undefined,
					{},
					{ propagationPolicy: 'Foreground' },
					{ propagationPolicy: 'Orphan' },
					{ propagationPolicy: 'Background' },
					{ preconditions: { uid: '$uid' } },
					{ preconditions: { uid: 'wrong' } },
					{ preconditions: { resourceVersion: '$older' } },
					{ gracePeriodSeconds: 0 },
					{ dryRun: ['All'] },
				),
				directive:
					Object.keys(kind.directives).length === 0
						? fc.constant(undefined)
						: rarely(
								chosen(kind.directives, 1, 1).map(([first]) => first ?? ['/unknown', 1]),
								2,
							),
				scale: fc.constantFrom<unknown>(
					{ spec: { replicas: 1 } },
					{ spec: { replicas: 3 } },
					{ spec: { replicas: 0 } },
					{},
					{ spec: {} },
					{ spec: { replicas: 'x' } },
					{ spec: { replicas: -1 } },
					{ status: { replicas: 4 } },
				),
				namespace: rarely(fc.constantFrom('elsewhere'), 60),
			})
			.map((common) => made(kind, common));
	});
}

function made(kind: Kind, c: Common): Step {
	const verb =
		c.subresource !== '' && c.verb === 'create'
			? 'put'
			: c.verb === 'delete' && c.subresource !== ''
				? 'get'
				: c.verb === 'strategic' && !kind.strategic
					? 'merge'
					: c.verb;
	const query = Object.fromEntries(
		Object.entries({
			fieldManager: verb === 'apply' && c.manager === undefined && c.root === 0 && c.based ? 'one' : c.manager,
			force: verb === 'apply' || (c.twice && isPatch(verb)) ? c.force : undefined,
			dryRun: c.dryRun,
			fieldValidation: c.fieldValidation,
		}).flatMap(([name, value]) => (value === undefined || verb === 'get' || (verb === 'delete' && name !== 'dryRun') ? [] : [[name, value]])),
	) as Record<string, string>;
	const shared = { verb, root: c.root, subresource: c.subresource, query, agent: c.agent };
	if (verb === 'get') return { ...shared, body: null };
	if (verb === 'delete') return { ...shared, body: (c.options ?? null) as JsonValue };
	if (verb === 'json') return { ...shared, body: c.operations.map(operationOf) };
	const object: JsonObject =
		c.subresource === 'scale'
			? structuredClone(c.scale as JsonObject)
			: verb === 'merge' || verb === 'strategic' || (verb === 'apply' && !c.based)
				? {}
				: structuredClone(c.live && verb === 'put' ? {} : kind.base);
	if (c.subresource !== 'scale')
		for (const [pointer, part] of c.parts) {
			const value = structuredClone(part) as JsonValue;
			// Kubernetes stores empty values of custom kinds, so the objects would differ from then on.
			if (!kind.isOwn) place(object, pointer, value);
			else if (!isEmpty(value)) place(object, pointer, withoutEmpty(value));
		}
	if (verb === 'strategic' && c.directive && c.subresource === '') {
		place(object, c.directive[0], structuredClone(c.directive[1]) as JsonValue);
		// kube-apiserver applies the two in random order.
		if (c.directive[0].includes('$deleteFrom')) delete (object.metadata as JsonObject).finalizers;
	}
	const metadata = object.metadata !== null && typeof object.metadata === 'object' ? { ...(object.metadata as JsonObject) } : {};
	const named = verb === 'create' && c.generateName ? { generateName: 'made-' } : { name: c.name ?? '$name' };
	const sent = isPatch(verb) && verb !== 'apply' ? (c.name === undefined ? {} : { name: c.name }) : named;
	const said: JsonObject = {
		...sent,
		...(c.namespace !== undefined && { namespace: c.namespace }),
		...metadata,
		...(c.uid !== undefined && { uid: c.uid }),
		...(c.version !== undefined && { resourceVersion: c.version }),
		...(c.managedFields !== undefined && { managedFields: structuredClone(c.managedFields) as JsonValue }),
	};
	const typed =
		verb === 'merge' || verb === 'strategic'
			? { ...(c.apiVersion !== undefined && { apiVersion: c.apiVersion }), ...(c.otherKind !== undefined && { kind: c.otherKind }) }
			: {
					apiVersion: c.apiVersion ?? (c.subresource === 'scale' ? 'autoscaling/v1' : '$apiVersion'),
					kind: c.otherKind ?? (c.subresource === 'scale' ? 'Scale' : '$kind'),
				};
	const body = { ...typed, ...object, ...(Object.keys(said).length > 0 && { metadata: said }) };
	return { ...shared, body, ...(verb === 'put' && c.live && c.subresource !== 'scale' && { live: c.live }), ...(c.twice && { twice: true }) };
}

function isEmpty(value: JsonValue): boolean {
	return value !== null && typeof value === 'object' && Object.values(value).every(isEmpty);
}

function withoutEmpty(value: JsonValue): JsonValue {
	if (value === null || typeof value !== 'object') return value;
	if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
	return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isEmpty(inner) ? [] : [[name, withoutEmpty(inner)]])));
}

function isPatch(verb: Verb): boolean {
	return verb === 'json' || verb === 'merge' || verb === 'strategic' || verb === 'apply';
}

function operationOf([op, path, from, value]: Operation): JsonObject {
	if (op === 'remove') return { op, path };
	if (op === 'move' || op === 'copy') return { op, from, path };
	return { op, path, value: structuredClone(value) as JsonValue };
}

const any = fc.constantFrom<Verb>(
	'apply',
	'apply',
	'apply',
	'apply',
	'apply',
	'put',
	'put',
	'put',
	'merge',
	'merge',
	'strategic',
	'strategic',
	'json',
	'create',
	'delete',
	'get',
);

/** Returns a step that creates a valid object. */
function plain(kind: Kind): fc.Arbitrary<Step> {
	return fc.record({ isApply: fc.boolean(), agent: fc.constantFrom('curl/7.88.1', 'kubectl/v1.30.0 (linux/amd64)') }).map(({ isApply, agent }) => ({
		verb: isApply ? 'apply' : 'create',
		root: 0,
		subresource: '',
		query: isApply ? { fieldManager: 'one' } : {},
		agent,
		body: { apiVersion: '$apiVersion', kind: '$kind', ...kind.base, metadata: { name: '$name', labels: { a: 'a' } } },
	}));
}

/** Returns sequences whose steps mostly write the same few parts, so that managers conflict. */
export function sequences(of: readonly string[] = kinds.map(({ kind }) => kind)): fc.Arbitrary<Sequence> {
	return fc.constantFrom(...kinds.filter(({ kind }) => of.includes(kind))).chain((kind) =>
		fc.uniqueArray(fc.constantFrom(...Object.keys(kind.parts)), { minLength: 4, maxLength: 4 }).chain((names) => {
			const focus = Object.fromEntries(names.map((name) => [name, kind.parts[name] ?? fc.constant(null)]));
			return fc
				.tuple(
					fc.oneof({ weight: 3, arbitrary: plain(kind) }, { weight: 1, arbitrary: stepOf(kind, focus, fc.constantFrom('create', 'apply', 'put')) }),
					fc.array(stepOf(kind, focus, any), { minLength: 8, maxLength: 14, size: 'max' }),
				)
				.map(([first, rest]) => ({ kind, steps: [first, ...rest] }));
		}),
	);
}
