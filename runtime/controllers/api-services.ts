/**
 * Keeps an APIService for each served version of each group: creates, corrects and recreates it. APIServices that name a service are the
 * subject of `aggregation/availability.ts`.
 */
import type { APIService, APIServiceCondition } from '../../generated/types/apiregistration/v1.ts';
import { automanagedLabel, registrationGroup } from '../aggregation/remote-apis.ts';
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import { servedGroups } from '../documents/discovery.ts';
import { localCondition } from '../kinds/api-service.ts';
import type { Catalog, JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { firstRound, type RunningLoop, startLoop } from './loop.ts';

const name = 'api-services';
const plural = 'apiservices';
/** Default priorities of a group and a version, as for custom kinds. */
const usual = { group: 1_000, version: 100 };

export function apiServicesRules(vocabulary: Vocabulary): readonly Rule[] {
	return [{ verbs: ['list', 'watch', 'create', 'update', 'delete'], groups: [registrationGroup(vocabulary)], resources: [plural, `${plural}/status`] }];
}

/** Resolves when all objects have been reconciled once. A failure is reported and retried. Returns undefined if the kind is not served. */
export async function startApiServices(context: ControllerContext): Promise<RunningController | undefined> {
	const { verbs } = context;
	const keeper = new Keeper(context);
	if (verbs.stored(keeper.storageName) === undefined) return undefined;
	const failed = await keeper.keepAll();
	const loop: RunningLoop = startLoop(context, {
		name,
		follows: (add) => {
			for (const each of failed) add(each);
			return [{ storageName: keeper.storageName, seen: (_, object) => add(object.name) }];
		},
		work: (each) => keeper.keep(each),
	});
	const forget = verbs.snapshots.onSwap(() => {
		for (const each of keeper.names()) loop.again(each);
	});
	return {
		queue: loop.queue,
		stop: async () => {
			forget();
			await loop.stop();
		},
	};
}

interface WantedService {
	readonly spec: JsonObject;
	/** Value of the label that tells when the object is maintained: `onstart` (at the start) or `true` (at every change). */
	readonly automanaged: 'onstart' | 'true';
	/** Texts that the JSON of an up-to-date object contains. */
	readonly marks: readonly string[];
}

class Keeper {
	readonly #context: ControllerContext;
	readonly #label: string;
	readonly #own: string;
	#known: { readonly of: Catalog; readonly wanted: ReadonlyMap<string, WantedService> } | undefined;

	constructor(context: ControllerContext) {
		const { vocabulary } = context.verbs;
		this.#context = context;
		this.#own = registrationGroup(vocabulary);
		this.#label = automanagedLabel(vocabulary);
	}

	get storageName(): string {
		return `${plural}.${this.#own}`;
	}

	/** Returns the APIServices of the served kinds, by name. The group of APIServices itself has none. */
	#expected(): ReadonlyMap<string, WantedService> {
		const { shown } = this.#context.verbs;
		if (this.#known?.of === shown) return this.#known.wanted;
		const declared = new Map(shown.groups.map((group) => [group.group, group]));
		const wanted = servedGroups(shown)
			.filter(({ group }) => group !== this.#own)
			.flatMap(({ group, versions }) =>
				versions.map(({ version }): [string, WantedService] => {
					const { priority = usual.group, versionPriorities, custom } = declared.get(group) ?? {};
					const among = { groupPriorityMinimum: priority, versionPriority: versionPriorities?.[version] ?? usual.version };
					const spec = { ...(group !== '' && { group }), version, ...among };
					const automanaged = custom ? 'true' : 'onstart';
					const marks = [
						`${JSON.stringify(this.#label)}:${JSON.stringify(automanaged)}`,
						`"spec":${JSON.stringify(spec)}`,
						`"reason":"${localCondition.reason}"`,
					];
					return [`${version}.${group}`, { spec, automanaged, marks }];
				}),
			);
		this.#known = { of: shown, wanted: new Map(wanted) };
		return this.#known.wanted;
	}

	/** Returns the names of expected and existing objects. */
	names(): ReadonlySet<string> {
		const { cache } = this.#context.verbs;
		return new Set([...this.#expected().keys(), ...[...cache.list(this.storageName, '')].map((object) => object.name)]);
	}

	/** Reconciles all objects. Returns the names of failed ones. */
	keepAll(): Promise<readonly string[]> {
		return firstRound(this.#context, name, this.#expected().keys(), (each) => this.keep(each));
	}

	async keep(each: string): Promise<void> {
		const { actor, verbs } = this.#context;
		const target: Target = { storageName: this.storageName, namespace: '', name: each };
		const wanted = this.#expected().get(each);
		const known = verbs.cache.get(this.storageName, '', each);
		if (known !== undefined && wanted?.marks.every((text) => known.bytes.includes(text))) return;
		if (known === undefined) {
			if (wanted !== undefined) await actor.ensure(target, { metadata: { labels: { [this.#label]: wanted.automanaged } }, spec: wanted.spec });
			return;
		}
		await unlessChanged(async () => {
			const { metadata } = parseWhole(known) as { metadata: { uid: string; resourceVersion: string; labels?: Readonly<Record<string, string>> } };
			// An object whose label was removed is not deleted.
			const isKept = metadata.labels?.[this.#label] !== undefined;
			if (isKept && wanted === undefined)
				return await actor.delete(target, { ...noDeleteOptions, preconditions: { uid: metadata.uid, resourceVersion: metadata.resourceVersion } });
			if (isKept && wanted !== undefined)
				await ensureObject(this.#context, target, (old) => (deepEqual(old.spec as JsonValue, wanted.spec) ? undefined : { ...old, spec: wanted.spec }));
			await this.#tell({ ...target, subresource: 'status' });
		});
	}

	async #tell(target: Target): Promise<void> {
		await ensureObject(this.#context, target, (old) => {
			const { spec, status } = old as APIService;
			if (spec?.service !== undefined) return undefined;
			const found = localCondition;
			const before = status?.conditions ?? [];
			const same = before.find(({ type }) => type === found.type);
			if (same !== undefined && same.status === found.status && same.reason === found.reason && same.message === found.message) return undefined;
			const lastTransitionTime = (same?.status === found.status ? same.lastTransitionTime : undefined) ?? this.#context.verbs.clock.now();
			const conditions: readonly APIServiceCondition[] = [...before.filter(({ type }) => type !== found.type), { ...found, lastTransitionTime }];
			return { ...old, status: { conditions } } as object as JsonObject;
		});
	}
}

/** Ignores the conflict when another client has deleted or changed the object, since its event follows. */
async function unlessChanged(act: () => Promise<void>): Promise<void> {
	try {
		await act();
	} catch (error) {
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
}
