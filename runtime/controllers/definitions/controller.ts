/**
 * Sets the conditions of custom resource definitions: whether their names are free in their group, and whether their kinds are served. Each
 * stack serves the definitions with accepted names (`custom/served-definitions.ts`). This controller establishes a definition that its own
 * stack serves, so that a client may use the kind when it reads that condition.
 */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import type { Rule } from '../../api/authorization.ts';
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import { hasUnsoundBundle } from '../../kinds/definitions/ratchet.ts';
import type { Catalog, JsonObject, JsonValue } from '../../model/catalog.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import type { Serving } from '../../serving/serving.ts';
import type { CachedObject, CacheEvent } from '../../watch/contract.ts';
import type { ControllerContext, RunningController } from '../contract.ts';
import { ensureObject } from '../ensure-object.ts';
import { type RunningLoop, startLoop } from '../loop.ts';
import { Cleanup } from './cleanup.ts';
import { approvalFinding, establishedFinding, type ServedState, structureCondition, structureFinding, withFindings } from './findings.ts';
import { AcceptedNames } from './names.ts';

const name = 'definitions';
const plural = 'customresourcedefinitions';

const groupOf = ({ groupDomain }: Vocabulary): string => `apiextensions.${groupDomain}`;

export function definitionsRules(vocabulary: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch'], groups: [groupOf(vocabulary)], resources: [plural] },
		{ verbs: ['update'], groups: [groupOf(vocabulary)], resources: [`${plural}/status`] },
		{ verbs: ['list', 'watch', 'deletecollection'], groups: ['*'], resources: ['*'] },
	];
}

/** Starts the controller. Returns undefined if the kind is not served. */
export function startDefinitions(context: ControllerContext): RunningController | undefined {
	const { verbs } = context;
	const storageName = `${plural}.${groupOf(verbs.vocabulary)}`;
	return verbs.stored(storageName) === undefined ? undefined : new DefinitionsController(context, storageName);
}

/** State of a definition for which an event other than its own is awaited. */
interface Awaited {
	/** Its names are taken. */
	readonly isConflicting: boolean;
	/** It is not established yet, or not served here. */
	readonly isPending: boolean;
	readonly isOfSpec: boolean;
}

class DefinitionsController implements RunningController {
	readonly #context: ControllerContext;
	readonly #storageName: string;
	readonly #names = new AcceptedNames();
	readonly #awaited = new Map<string, Awaited>();
	readonly #loop: RunningLoop;
	readonly #cleanup: Cleanup;
	readonly #forget: () => void;
	#ofSpecs: { readonly catalog: Catalog; readonly names: ReadonlySet<string> } | undefined;

	constructor(context: ControllerContext, storageName: string) {
		this.#context = context;
		this.#storageName = storageName;
		this.#cleanup = new Cleanup(context, storageName, (each) => this.#loop.again(each));
		this.#loop = startLoop(context, {
			name,
			follows: (add) => [{ storageName, seen: (type, object) => this.#seen(type, object, add) }],
			work: (each, signal) => this.#work(each, signal),
		});
		this.#forget = context.verbs.snapshots.onSwap((next) => this.#served(next));
	}

	get queue() {
		return this.#loop.queue;
	}

	async stop(): Promise<void> {
		this.#forget();
		await Promise.all([this.#cleanup.stop(), this.#loop.stop()]);
	}

	#seen(type: CacheEvent['type'], object: CachedObject, add: (key: string) => void): void {
		if (type === 'DELETED') {
			this.#awaited.delete(object.name);
			this.#names.delete(object.name);
			this.#addConflicting(object.name, add);
			return;
		}
		const { status } = parseWhole(object) as object as CustomResourceDefinition;
		if (status?.acceptedNames?.plural && this.#names.set(object.name, status.acceptedNames)) this.#addConflicting(object.name, add);
		add(object.name);
	}

	/** Adds the definitions that may wait for names that this one releases. */
	#addConflicting(released: string, add: (key: string) => void): void {
		const group = released.slice(released.indexOf('.'));
		for (const [each, { isConflicting }] of this.#awaited) if (isConflicting && each.endsWith(group)) add(each);
	}

	/** Adds the definitions that a new snapshot establishes, and those whose kind a spec has now, or has no more. */
	#served(serving: Serving): void {
		const ofSpecs = this.#namesOfSpecs(serving);
		for (const [each, { isPending, isOfSpec }] of this.#awaited)
			if (isOfSpec !== ofSpecs.has(each) || (isPending && serving.storedKind(each)?.defined === true)) this.#loop.again(each);
	}

	async #work(each: string, signal: AbortSignal): Promise<void> {
		const known = this.#context.verbs.cache.get(this.#storageName, '', each);
		if (known === undefined) return;
		try {
			await ensureObject(this.#context, { storageName: this.#storageName, namespace: '', name: each, subresource: 'status' }, (old) => this.#found(old));
			await this.#cleanup.work(each, signal);
		} catch (error) {
			// The definition was deleted or changed in the meantime; its event arrives here as well.
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}

	/** Returns the definition with its conditions; undefined when it has them already. */
	#found(old: JsonObject): JsonObject | undefined {
		const { vocabulary, catalog, clock } = this.#context.verbs;
		const definition = old as object as CustomResourceDefinition;
		const state = this.#stateOf(definition);
		this.#refuseUnreadable(definition.metadata?.name ?? '');
		const { names, condition } = this.#names.accept(definition, catalog.kinds);
		const established = establishedFinding(definition, condition, state);
		this.#awaited.set(definition.metadata?.name ?? '', {
			isConflicting: condition.status !== 'True',
			isPending: established.status !== 'True' || !state.isServed,
			isOfSpec: state.isOfSpec,
		});
		const structure = structureFinding(definition, vocabulary.product);
		const findings = [condition, established, ...approvalFinding(definition, vocabulary), ...structure];
		const before = (definition.status?.conditions ?? []).filter(({ type }) => type !== structureCondition || structure.length > 0);
		const conditions = withFindings(before, findings, clock.now());
		const status = { ...definition.status, conditions, acceptedNames: names } as object as JsonObject;
		return deepEqual(status, (old.status ?? null) as JsonValue) ? undefined : { ...old, status };
	}

	/** Throws while the names of a damaged definition in the same group are unknown: no other definition may get them. */
	#refuseUnreadable(definition: string): void {
		const { cache } = this.#context.verbs;
		const group = definition.slice(definition.indexOf('.'));
		for (const { name: each } of cache.damaged(this.#storageName, '')) {
			const damaged = each.endsWith(group) && !this.#names.has(each) ? cache.get(this.#storageName, '', each) : undefined;
			if (damaged !== undefined) parseWhole(damaged);
		}
	}

	/** Names that definitions of the specs' kinds would have, computed once for each snapshot. */
	#namesOfSpecs({ catalog }: Pick<Serving, 'catalog'>): ReadonlySet<string> {
		if (this.#ofSpecs?.catalog !== catalog) this.#ofSpecs = { catalog, names: namesOfSpecs(catalog) };
		return this.#ofSpecs.names;
	}

	#stateOf(definition: CustomResourceDefinition): ServedState {
		const { verbs, kinds } = this.#context;
		const of = definition.metadata?.name ?? '';
		return {
			isOfSpec: this.#namesOfSpecs(verbs).has(of),
			isServed: verbs.storedKind(of)?.defined === true,
			isUnsound: compareReleases(kinds.release, '1.31') >= 0 && hasUnsoundBundle(definition),
		};
	}
}

/** Returns the names that definitions of the specs' kinds would have. */
function namesOfSpecs(catalog: Catalog): ReadonlySet<string> {
	const kinds = catalog.kinds.filter(({ defined }) => defined !== true);
	return new Set(kinds.flatMap(({ plural, versions }) => versions.map(({ group }) => `${plural}.${group}`)));
}
