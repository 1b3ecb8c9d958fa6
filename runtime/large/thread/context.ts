/** Context of writes in the worker. It has its own schemas and hooks; cache, store, plugins and authorizers are in the main thread. */
import type { AdmissionChain, AdmissionRequest, Stage, WriteTarget } from '../../admission/contract.ts';
import type { ServedHooks } from '../../api/hooks.ts';
import { type ItemForm, wholeForm } from '../../codec/item-form.ts';
import type { Catalog, JsonObject, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { makeServing, type Serving } from '../../serving/serving.ts';
import type { Mutation } from '../../storage/store.ts';
import type { WriteContext } from '../../verbs/contract.ts';
import type { CachedObject } from '../../watch/contract.ts';
import { parseJson, stringifyJson } from '../../wire/json/json.ts';
import { asBuffer, givenAway } from '../bytes.ts';
import type { Admission, GivenObject, GivenSnapshot, Question } from '../protocol.ts';
import type { Link } from './channel.ts';

type TaskParts = Pick<WriteContext, 'cache' | 'store' | 'authorizer' | 'admission' | 'conversions' | 'isSuperseded'>;

/** `snapshot`: number of the snapshot. */
export function servingOf(snapshot: number, { catalog }: GivenSnapshot, hooks: Readonly<Record<string, ServedHooks>>, link: Link): Serving {
	const named: Catalog = { ...catalog, type: typesBy(link, (type) => ({ snapshot, type })) };
	const types = { type: typesBy(link, (optionsType) => ({ snapshot, optionsType })) };
	return makeServing({ catalog: named, shown: named, types, hooks, groupHooks: {} });
}

/** Returns a type lookup that asks for each type once. */
function typesBy(link: Link, question: (name: TypeName) => Question): (name: TypeName) => TypeDescriptor {
	const known = new Map<TypeName, TypeDescriptor>();
	return (name) => {
		let type = known.get(name);
		if (type === undefined) {
			type = link.ask(question(name)) as TypeDescriptor;
			known.set(name, type);
		}
		return type;
	};
}

/** `forms`: item forms by storage name. */
export function partsOf(task: number, link: Link, { admission }: GivenSnapshot, forms: (resource: string) => ItemForm): TaskParts {
	return {
		cache: cacheOf(task, link, forms),
		store: {
			commit: (mutations, options) => {
				const apart = mutations.map((mutation): Mutation => (mutation.bytes === undefined ? mutation : { ...mutation, bytes: givenAway(mutation.bytes) }));
				return link.call(task, 'commit', { mutations: apart, atomic: options?.atomic === true }, buffersOf(apart.map(({ bytes }) => bytes)));
			},
		},
		authorizer: { authorize: ({ user, info, path }) => link.call(task, 'authorize', { user, info, path }) },
		conversions: {
			async convert({ storageName }, objects, apiVersion) {
				const given = objects.map((object) => givenAway(stringifyJson(object)));
				const converted = await link.call(task, 'convert', { storageName, objects: given, apiVersion }, buffersOf(given));
				return converted.map((bytes) => parseJson(asBuffer(bytes)) as JsonObject);
			},
		},
		admission: admissionOf(task, link, admission),
		isSuperseded: (resource, revision) => link.ask({ task, state: { resource, revision } }) === 'superseded',
	};
}

function cacheOf(task: number, link: Link, forms: (resource: string) => ItemForm): WriteContext['cache'] {
	// The write reads its object several times, mostly to check for changes.
	let last: { readonly key: string; readonly object: CachedObject } | undefined;
	const cached = ({ bytes, isWhole, ...rest }: GivenObject, resource: string): CachedObject => ({
		...rest,
		bytes: asBuffer(bytes),
		form: isWhole ? wholeForm : forms(resource),
	});
	return {
		get(resource, namespace, name) {
			const key = `${resource}/${namespace}/${name}`;
			const known = last?.key === key ? last.object : undefined;
			const given = link.ask({ task, object: { resource, namespace, name, known: known?.revision ?? 0 } });
			if (given === 'as known') return known;
			if (given === 'none') return undefined;
			const object = cached(given as GivenObject, resource);
			last = { key, object };
			return object;
		},
		list: (resource) => (link.ask({ task, all: { resource } }) as readonly GivenObject[]).map((given) => cached(given, resource)),
		consistent: async () => void (await link.call(task, 'consistent', null)),
		waitFor: async (revision, timeoutMs) => void (await link.call(task, 'waitFor', { revision, timeoutMs })),
	};
}

function admissionOf(task: number, link: Link, { stages, kindsAlwaysAsked, kindsChanged, plugins }: GivenSnapshot['admission']): AdmissionChain {
	const wants = (stage: Stage, { operation, group, version, resource, subresource, namespace }: WriteTarget): boolean =>
		link.ask({ task, wants: { stage, about: { operation, group, version, resource, subresource, namespace } } }) === 'wanted';
	const ask = (stage: Stage, request: AdmissionRequest): void | Promise<void> => {
		// Skips the call when no plugin would read the write, because it would serialise the whole object.
		if (stages[request.operation].includes(stage) || kindsAlwaysAsked.has(request.kind.storageName) || wants(stage, request)) return asked(stage, request);
	};
	const asked = async (stage: Stage, request: AdmissionRequest): Promise<void> => {
		const admission = admissionQuestion(stage, request);
		const { object, warnings, annotations } = await link.call(task, 'admit', admission, buffersOf([admission.object, admission.old]));
		request.warnings.push(...warnings);
		for (const annotation of annotations) request.annotate(...annotation);
		if (object !== undefined) request.replace(parseJson(asBuffer(object)) as JsonObject);
	};
	return {
		stages,
		wants,
		kindsAlwaysAsked,
		mutate: (request) => ask('mutate', request),
		validate: (request) => ask('validate', request),
		kindsChanged,
		plugins,
	};
}

function admissionQuestion(stage: Stage, request: AdmissionRequest): Admission {
	const { operation, group, version, resource, subresource, namespace, name, requestKind, options, object, oldObject } = request;
	const about = { stage, operation, group, version, resource, subresource, namespace, name, requestKind, options };
	return { ...about, ...(object && { object: givenAway(stringifyJson(object)) }), ...(oldObject && { old: givenAway(stringifyJson(oldObject)) }) };
}

/** Returns the transferable buffers of the bytes (see `givenAway`). */
function buffersOf(all: readonly (Uint8Array | undefined)[]): ArrayBuffer[] {
	return all.flatMap((bytes) => (bytes?.buffer instanceof ArrayBuffer ? [bytes.buffer] : []));
}
