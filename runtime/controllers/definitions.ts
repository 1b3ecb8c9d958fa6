/**
 * Sets the conditions of custom resource definitions: whether their names are free in their group, and whether their kinds are served. A
 * kind is served if the server was built with it.
 */
import type { CustomResourceDefinition, CustomResourceDefinitionNames } from '../../generated/types/apiextensions/v1.ts';
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { parseWhole } from '../codec/item-form.ts';
import { approvalOf } from '../kinds/definitions/approval.ts';
import { hasUnsoundBundle, isEstablished } from '../kinds/definitions/ratchet.ts';
import { howToServe, isServed } from '../kinds/definitions/served.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { compareReleases } from '../model/release.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { CachedObject } from '../watch/contract.ts';
import type { ControllerContext, RunningController } from './contract.ts';
import { type Condition, endingFinding, type Finding, structureCondition, structureFinding } from './definition-findings.ts';
import { ensureObject } from './ensure-object.ts';
import { startLoop } from './loop.ts';

const name = 'definitions';
const plural = 'customresourcedefinitions';

const groupOf = ({ groupDomain }: Vocabulary): string => `apiextensions.${groupDomain}`;

export function definitionsRules(vocabulary: Vocabulary): readonly Rule[] {
	return [
		{ verbs: ['list', 'watch'], groups: [groupOf(vocabulary)], resources: [plural] },
		{ verbs: ['update'], groups: [groupOf(vocabulary)], resources: [`${plural}/status`] },
	];
}

/** Starts the controller. Returns undefined if the kind is not served. */
export function startDefinitions(context: ControllerContext): RunningController | undefined {
	const { verbs } = context;
	const storageName = `${plural}.${groupOf(verbs.vocabulary)}`;
	if (verbs.stored(storageName) === undefined) return undefined;
	const others = (object: CachedObject): string[] => {
		const group = object.name.slice(object.name.indexOf('.') + 1);
		return [...context.verbs.cache.list(storageName, '')].map((each) => each.name).filter((each) => each !== object.name && each.endsWith(`.${group}`));
	};
	const loop = startLoop(context, {
		name,
		follows: (add) => [
			{
				storageName,
				// Another definition may be waiting for the names that this one releases.
				seen: (type, object) => {
					for (const each of type === 'ADDED' ? [object.name] : [object.name, ...others(object)]) add(each);
				},
			},
		],
		work: (each) => tell(context, storageName, each),
	});
	const forget = verbs.snapshots.onSwap(() => {
		for (const each of context.verbs.cache.list(storageName, '')) loop.again(each.name);
	});
	return {
		queue: loop.queue,
		stop: async () => {
			forget();
			await loop.stop();
		},
	};
}

async function tell(context: ControllerContext, storageName: string, each: string): Promise<void> {
	const { cache } = context.verbs;
	const known = cache.get(storageName, '', each);
	if (known === undefined) return;
	try {
		await ensureObject(context, { storageName, namespace: '', name: each, subresource: 'status' }, (old) => {
			const definition = old as object as CustomResourceDefinition;
			const taken = takenNames(context, storageName, definition);
			const { names, condition } = accepted(definition, taken);
			const told = established(context, definition, condition);
			const structure = structureFinding(definition, context.verbs.vocabulary.product);
			const findings = [condition, told, ...approval(context, definition), ...structure, ...endingFinding(definition, told.status === 'True')];
			const before = (definition.status?.conditions ?? []).filter(({ type }) => type !== structureCondition || structure.length > 0);
			const conditions = withFindings(before, findings, context.verbs.clock.now());
			const status = { ...definition.status, conditions, acceptedNames: names } as object as JsonObject;
			return deepEqual(status, (old.status ?? null) as JsonValue) ? undefined : { ...old, status };
		});
	} catch (error) {
		// The definition was deleted or changed in the meantime; its event arrives here as well.
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
}

interface NameOwner {
	readonly resources: ReadonlySet<string>;
	readonly kinds: ReadonlySet<string>;
}

/** Collects the group's names used by other definitions and by built-in kinds, except the kind that this definition describes. */
function takenNames({ verbs }: ControllerContext, storageName: string, { metadata, spec }: CustomResourceDefinition): NameOwner {
	const resources = new Set<string>();
	const kinds = new Set<string>();
	for (const object of verbs.cache.list(storageName, '')) {
		if (object.name === metadata?.name || !object.name.endsWith(`.${spec.group}`)) continue;
		const { acceptedNames: names } = (parseWhole(object) as object as CustomResourceDefinition).status ?? {};
		for (const each of [names?.plural, names?.singular, ...(names?.shortNames ?? [])]) if (each) resources.add(each);
		for (const each of [names?.kind, names?.listKind]) if (each) kinds.add(each);
	}
	for (const kind of verbs.shown.kinds) {
		if (kind.plural === spec.names.plural || !kind.versions.some(({ group }) => group === spec.group)) continue;
		for (const each of [kind.plural, kind.singular, ...kind.shortNames]) resources.add(each);
		for (const each of [kind.kind, kind.listKind]) kinds.add(each);
	}
	return { resources, kinds };
}

/** Accepts each name that is free or already held. The condition reports the last name that is taken. */
function accepted({ spec, status }: CustomResourceDefinition, taken: NameOwner): { names: CustomResourceDefinitionNames; condition: Finding } {
	const wanted = spec.names;
	const had = status?.acceptedNames;
	const conflicts: Pick<Finding, 'reason' | 'message'>[] = [];
	const inUse = (one: string): string => `${JSON.stringify(one)} is already in use`;
	const one = (field: 'plural' | 'singular' | 'kind' | 'listKind', used: ReadonlySet<string>, reason: string): string => {
		const name = wanted[field] ?? '';
		if (name === had?.[field] || !used.has(name)) return name;
		conflicts.push({ reason, message: inUse(name) });
		return had?.[field] ?? '';
	};
	const names = {
		plural: one('plural', taken.resources, 'PluralConflict'),
		singular: one('singular', taken.resources, 'SingularConflict'),
		shortNames: shortNames(wanted.shortNames ?? [], had?.shortNames ?? [], taken, (busy) =>
			conflicts.push({ reason: 'ShortNamesConflict', message: busy.length === 1 ? inUse(busy[0] ?? '') : `[${busy.map(inUse).join(', ')}]` }),
		),
		kind: one('kind', taken.kinds, 'KindConflict'),
		listKind: one('listKind', taken.kinds, 'ListKindConflict'),
		categories: wanted.categories,
	};
	const filled = Object.fromEntries(
		Object.entries(names).filter(([field, value]) => field === 'plural' || field === 'kind' || (value !== undefined && value.length > 0)),
	) as unknown as CustomResourceDefinitionNames;
	const conflict = conflicts.at(-1);
	const condition: Finding =
		conflict === undefined
			? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
			: { type: 'NamesAccepted', status: 'False', ...conflict };
	return { names: filled, condition };
}

function shortNames(wanted: readonly string[], had: readonly string[], { resources }: NameOwner, refuse: (busy: readonly string[]) => void): readonly string[] {
	const busy = wanted.filter((each) => !had.includes(each) && resources.has(each));
	if (busy.length === 0) return wanted;
	refuse(busy);
	return had;
}

function established({ verbs, kinds }: ControllerContext, definition: CustomResourceDefinition, names: Finding): Finding {
	const { spec } = definition;
	const type = 'Established';
	if (names.status !== 'True') return { type, status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' };
	const isBuiltIn = isServed(spec, (group, version, resource) => verbs.resource(group, version, resource)?.kind);
	if (isBuiltIn && compareReleases(kinds.release, '1.31') >= 0 && !isEstablished(definition) && hasUnsoundBundle(definition))
		return { type, status: 'False', reason: 'InvalidCABundle', message: 'The conversion webhook CABundle is invalid' };
	return isBuiltIn
		? { type, status: 'True', reason: 'InitialNamesAccepted', message: 'the initial names have been accepted' }
		: { type, status: 'False', reason: 'NotBuiltIn', message: howToServe };
}

function approval({ verbs }: ControllerContext, definition: CustomResourceDefinition): Finding[] {
	const found = approvalOf(definition, verbs.vocabulary);
	if (found === undefined) return [];
	const { state, reason: message } = found;
	const said = {
		approved: ['True', 'ApprovedAnnotation'],
		bypassed: ['False', 'UnapprovedAnnotation'],
		missing: ['False', 'MissingAnnotation'],
		invalid: ['False', 'InvalidAnnotation'],
	}[state];
	const [status = '', reason = ''] = said;
	return [{ type: `${capitalized(verbs.vocabulary.product)}APIApprovalPolicyConformant`, status, reason, message }];
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Replaces the conditions of the same types; other conditions stay. */
function withFindings(before: readonly Condition[], findings: readonly Finding[], now: string): readonly Condition[] {
	const told = new Map(findings.map((finding) => [finding.type, finding]));
	const kept = before.map((condition) => {
		const finding = told.get(condition.type);
		told.delete(condition.type);
		if (finding === undefined) return condition;
		const lastTransitionTime = finding.status === condition.status ? (condition.lastTransitionTime ?? now) : now;
		return { type: finding.type, status: finding.status, lastTransitionTime, reason: finding.reason, message: finding.message } as Condition;
	});
	const added = [...told.values()].map(({ type, status, reason, message }) => ({ type, status, lastTransitionTime: now, reason, message }) as Condition);
	return [...kept, ...added];
}
