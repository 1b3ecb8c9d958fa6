/**
 * Maintains the default flow schemas and priority levels (KEP-1040). Creates missing ones, at start and later. Updates those whose
 * annotation asks for it, and mandatory ones in any case. Also sets the Dangling condition of schemas: whether their priority level is
 * missing.
 */
import type { FlowSchema } from '../../generated/types/flowcontrol/v1.ts';
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import { type DefaultFlowObject, defaultFlowObjects } from '../flowcontrol/defaults.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { speak, type Vocabulary } from '../model/vocabulary.ts';
import { noDeleteOptions } from '../verbs/delete/options.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { Target } from './actor.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { ensureObject } from './ensure-object.ts';
import { firstRound, startLoop } from './loop.ts';

const controllerName = 'flow-control';
const schemas = 'flowschemas';
const levels = 'prioritylevelconfigurations';
const autoupdateName = 'apf.{labelDomain}/autoupdate-spec';

export function flowControlRules({ groupDomain }: Vocabulary): readonly Rule[] {
	return [
		{
			verbs: ['list', 'watch', 'create', 'update', 'delete'],
			groups: [`flowcontrol.apiserver.${groupDomain}`],
			resources: [schemas, levels],
		},
		{ verbs: ['update'], groups: [`flowcontrol.apiserver.${groupDomain}`], resources: [`${schemas}/status`] },
	];
}

/** Resolves when all objects exist. A failure is reported and retried. Returns undefined if the kinds are not served. */
export async function startFlowControl(context: ControllerContext): Promise<RunningController | undefined> {
	const { verbs, kinds } = context;
	const keeper = new Keeper(context, defaultFlowObjects(kinds.release, verbs.vocabulary));
	if (!keeper.isServed) return undefined;
	const failed = await keeper.keepAll();
	return startLoop(context, {
		name: controllerName,
		follows: (add) => {
			for (const key of failed) add(key);
			return keeper.follows(add);
		},
		work: (key) => keeper.work(key),
	});
}

class Keeper {
	readonly #context: ControllerContext;
	readonly #group: string;
	readonly #autoupdate: string;
	/** Default objects by key. */
	readonly #defaults: ReadonlyMap<string, DefaultFlowObject>;

	constructor(context: ControllerContext, defaults: readonly DefaultFlowObject[]) {
		const { vocabulary } = context.verbs;
		this.#context = context;
		this.#group = `flowcontrol.apiserver.${vocabulary.groupDomain}`;
		this.#autoupdate = speak(autoupdateName, vocabulary);
		this.#defaults = new Map(defaults.map((object) => [keyOf(object.resource, object.name), object]));
	}

	get isServed(): boolean {
		return [schemas, levels].every((resource) => this.#context.verbs.stored(this.#storageName(resource)) !== undefined);
	}

	#storageName(resource: string): string {
		return `${resource}.${this.#group}`;
	}

	#get(resource: string, name: string): CachedObject | undefined {
		return this.#context.verbs.cache.get(this.#storageName(resource), '', name);
	}

	/** Reconciles all defaults. Returns the keys of failed ones. */
	keepAll(): Promise<readonly string[]> {
		return firstRound(this.#context, controllerName, this.#defaults.keys(), (key) => this.#keep(key));
	}

	follows(add: (key: string) => void) {
		return [
			{ storageName: this.#storageName(schemas), seen: (_: string, { name }: CachedObject) => add(keyOf(schemas, name)) },
			{
				storageName: this.#storageName(levels),
				seen: (type: string, { name }: CachedObject) => {
					add(keyOf(levels, name));
					// Any schema may name the level.
					if (type !== 'MODIFIED') for (const schema of this.#context.verbs.cache.list(this.#storageName(schemas), '')) add(keyOf(schemas, schema.name));
				},
			},
		];
	}

	async work(key: string): Promise<void> {
		const [resource = '', name = ''] = key.split('/');
		if (this.#defaults.has(key)) await this.#keep(key);
		else await this.#forget(resource, name);
		if (resource === schemas) await this.#tell(name);
	}

	/** Reconciles one default object. */
	async #keep(key: string): Promise<void> {
		const object = this.#defaults.get(key);
		if (object === undefined) return;
		const { resource, name, spec, isMandatory } = object;
		const target = { storageName: this.#storageName(resource), namespace: '', name };
		const wanted = spec as object as JsonObject;
		const known = this.#get(resource, name);
		if (known === undefined) {
			await this.#context.actor.ensure(target, { metadata: { annotations: { [this.#autoupdate]: 'true' } }, spec: wanted });
			return;
		}
		await this.#ifThere(() =>
			ensureObject(this.#context, target, (old) => {
				const { metadata, annotation } = this.#annotated(old);
				const isKept = isMandatory || (annotation === undefined ? metadata.generation === 1 : annotation === 'true');
				if (!isKept) return undefined;
				const next = isMandatory && hasExempt(old.spec) ? { ...wanted, exempt: (old.spec as JsonObject).exempt as JsonValue } : wanted;
				if (annotation === 'true' && deepEqual(old.spec as JsonValue, next)) return undefined;
				return { ...old, metadata: { ...metadata, annotations: { ...metadata.annotations, [this.#autoupdate]: 'true' } }, spec: next } as JsonObject;
			}),
		);
	}

	/** Deletes a default of an earlier release, unless a user maintains it. */
	async #forget(resource: string, name: string): Promise<void> {
		const known = this.#get(resource, name);
		if (known === undefined) return;
		const { metadata, annotation } = this.#annotated(parseWhole(known));
		if (annotation !== 'true') return;
		const preconditions = { uid: metadata.uid ?? '', resourceVersion: metadata.resourceVersion ?? '' };
		await this.#ifThere(() =>
			this.#context.actor.delete({ storageName: this.#storageName(resource), namespace: '', name }, { ...noDeleteOptions, preconditions }),
		);
	}

	async #tell(name: string): Promise<void> {
		const known = this.#get(schemas, name);
		if (known === undefined) return;
		const target: Target = { storageName: this.#storageName(schemas), namespace: '', name, subresource: 'status' };
		await this.#ifThere(() =>
			ensureObject(this.#context, target, (old) => {
				const level = levelOf(old as object as FlowSchema);
				const before = conditionsOf(old);
				const found = dangling(level, this.#get(levels, level) !== undefined);
				const same = before.find(({ type }) => type === found.type);
				if (same !== undefined && same.status === found.status && same.reason === found.reason && same.message === found.message) return undefined;
				const lastTransitionTime = same !== undefined && same.status === found.status ? same.lastTransitionTime : this.#context.verbs.clock.now();
				const others = before.filter(({ type }) => type !== found.type);
				return { ...old, status: { conditions: [...others, { ...found, lastTransitionTime }] } } as object as JsonObject;
			}),
		);
	}

	#annotated(object: JsonObject): { readonly metadata: Metadata; readonly annotation: string | undefined } {
		const metadata = object.metadata as object as Metadata;
		return { metadata, annotation: metadata.annotations?.[this.#autoupdate] };
	}

	/** Ignores the conflict when another client has deleted or changed the object, since its event follows. */
	async #ifThere(act: () => Promise<void>): Promise<void> {
		try {
			await act();
		} catch (error) {
			if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
		}
	}
}

interface Metadata {
	readonly uid?: string;
	readonly resourceVersion?: string;
	readonly generation?: number;
	readonly annotations?: Readonly<Record<string, string>>;
}

type Condition = NonNullable<NonNullable<FlowSchema['status']>['conditions']>[number];

function keyOf(resource: string, name: string): string {
	return `${resource}/${name}`;
}

function levelOf({ spec }: FlowSchema): string {
	return spec?.priorityLevelConfiguration.name ?? '';
}

function conditionsOf(object: JsonObject): readonly Condition[] {
	return (object as object as FlowSchema).status?.conditions ?? [];
}

/** Reports whether the spec configures the exempt level, whose lending users may set. */
function hasExempt(spec: JsonValue | undefined): boolean {
	return typeof spec === 'object' && spec !== null && 'exempt' in spec;
}

function dangling(level: string, isThere: boolean): Condition {
	const which = `This FlowSchema references the PriorityLevelConfiguration object named "${level}"`;
	return isThere
		? { type: 'Dangling', status: 'False', reason: 'Found', message: `${which} and it exists` }
		: { type: 'Dangling', status: 'True', reason: 'NotFound', message: `${which} but there is no such object` };
}
