/**
 * Reconciles the default roles and bindings (seed 3, "Default roles and bindings", "Auto-reconciliation"). Each start adds missing rules
 * and subjects. Additions by users stay, and objects with auto-reconciliation turned off are not changed.
 */
import type { LabelSelector } from '../../generated/types/meta/v1.ts';
import type { AggregationRule, PolicyRule, RoleRef, Subject } from '../../generated/types/rbac/v1.ts';
import { missingRights, type Right } from '../admission/always/missing-rights.ts';
import type { Rule } from '../api/authorization.ts';
import { ApiError } from '../api/errors.ts';
import { autoupdate, type DefaultObject, defaultObjects } from '../auth/authz/rbac/defaults/objects.ts';
import { shownRule } from '../auth/authz/rbac/rules.ts';
import { parseWhole } from '../codec/item-form.ts';
import type { JsonObject, JsonValue } from '../model/catalog.ts';
import { deepEqual } from '../model/equal.ts';
import { speak, type Vocabulary } from '../model/vocabulary.ts';
import { type DeleteOptions, noDeleteOptions } from '../verbs/delete/options.ts';
import type { Target } from './actor.ts';
import type { ControllerContext } from './contract.ts';

interface Metadata {
	readonly labels?: Readonly<Record<string, string>>;
	readonly annotations?: Readonly<Record<string, string>>;
}

/** Role or binding, of the cluster or of a namespace. */
interface RoleOrBinding {
	readonly metadata: Metadata;
	readonly rules?: readonly PolicyRule[] | null;
	readonly aggregationRule?: AggregationRule | null;
	readonly subjects?: readonly Subject[] | null;
	readonly roleRef?: RoleRef;
}

const resources = ['clusterroles', 'clusterrolebindings', 'roles', 'rolebindings'];

export function defaultRolesRules({ groupDomain }: Vocabulary): readonly Rule[] {
	// Needs `escalate`, because the component grants permissions that it lacks.
	return [{ verbs: ['create', 'update', 'delete', 'escalate', 'bind'], groups: [`rbac.authorization.${groupDomain}`], resources }];
}

/** Resolves when all objects have been reconciled. A failure is reported and does not stop the rest. */
export async function keepDefaultRoles(context: ControllerContext): Promise<void> {
	const { verbs, kinds } = context;
	const kept = defaultObjects(kinds, verbs.vocabulary).map(async (object) => {
		try {
			await keepDefault(context, object);
		} catch (error) {
			const { resource, namespace, name } = object;
			context.report({ controller: 'default-roles', subject: `${resource} ${namespace === '' ? name : `${namespace}/${name}`}`, error });
		}
	});
	await Promise.all(kept);
}

/** Reconciles one object. Rejects with ApiError. Does nothing when its kind is not served. */
export async function keepDefault(context: ControllerContext, { resource, namespace, name, content, marks }: DefaultObject): Promise<void> {
	const { actor, verbs } = context;
	const target: Target = { storageName: `${resource}.rbac.authorization.${verbs.vocabulary.groupDomain}`, namespace, name };
	if (verbs.stored(target.storageName) === undefined) return;
	for (;;) {
		const known = verbs.cache.get(target.storageName, target.namespace, target.name);
		if (known !== undefined && marks.every((text) => known.bytes.includes(text))) return;
		const wanted = JSON.parse(content) as RoleOrBinding & JsonObject;
		if (known === undefined) return await actor.ensure(target, wanted);
		const found = parseWhole(known);
		if (isLeftAlone(found, verbs.vocabulary)) return;
		const next = isSame(knownOf(found).roleRef, wanted.roleRef) ? await reconciled(found, wanted) : 'another';
		if (next === undefined) return;
		// Applies only to the state that was read; after a conflict the new state is read and checked.
		const changed = next === 'another' ? () => actor.delete(target, onlyIf(found)) : () => actor.update(target, () => next);
		await unlessChanged(changed);
	}
}

/** Returns options that delete only this state of a binding. A binding's role is immutable, so the binding is replaced. */
function onlyIf({ metadata }: JsonObject): DeleteOptions {
	const { uid, resourceVersion } = metadata as { uid: string; resourceVersion: string };
	return { ...noDeleteOptions, preconditions: { uid, resourceVersion } };
}

async function unlessChanged(act: () => Promise<void>): Promise<void> {
	try {
		await act();
	} catch (error) {
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
}

function isLeftAlone(object: JsonObject, vocabulary: Vocabulary): boolean {
	return knownOf(object).metadata.annotations?.[speak(autoupdate, vocabulary)] === 'false';
}

function knownOf(object: JsonObject): RoleOrBinding {
	return object as object as RoleOrBinding;
}

/** Returns the reconciled object, or undefined when nothing is missing. */
async function reconciled(old: JsonObject, wanted: RoleOrBinding): Promise<JsonObject | undefined> {
	const known = knownOf(old);
	const { labels, annotations } = known.metadata;
	const metadata = {
		...known.metadata,
		annotations: { ...wanted.metadata.annotations, ...annotations },
		labels: { ...wanted.metadata.labels, ...labels },
	};
	const next = { ...known, metadata, ...(wanted.roleRef === undefined ? await withMissing(known, wanted) : withSubjects(known, wanted)) };
	return isSame(next, known) ? undefined : (next as object as JsonObject);
}

/**
 * Returns the selectors or rules with missing ones added; empty when none is missing. The rules of an aggregating role belong to the
 * aggregation controller.
 */
async function withMissing(known: RoleOrBinding, wanted: RoleOrBinding): Promise<Pick<RoleOrBinding, 'rules' | 'aggregationRule'>> {
	const selectors = known.aggregationRule?.clusterRoleSelectors ?? [];
	if (wanted.aggregationRule) {
		const missing = (wanted.aggregationRule.clusterRoleSelectors ?? []).filter((selector) => !has(selectors, selector));
		return missing.length === 0 ? {} : { aggregationRule: { clusterRoleSelectors: [...selectors, ...missing] } };
	}
	if (selectors.length > 0) return {};
	const rules = known.rules ?? [];
	if (isSame(rules, wanted.rules ?? [])) return {};
	const missing = await missingRights(rules.map(shownRule), wanted.rules ?? []);
	return missing.length === 0 ? {} : { rules: [...rules, ...missing.map(ruleOf)] };
}

function withSubjects({ subjects }: RoleOrBinding, wanted: RoleOrBinding): Pick<RoleOrBinding, 'subjects'> {
	const missing = (wanted.subjects ?? []).filter((subject) => !has(subjects ?? [], subject));
	return missing.length === 0 ? {} : { subjects: [...(subjects ?? []), ...missing] };
}

function has(all: readonly (Subject | LabelSelector)[], one: Subject | LabelSelector): boolean {
	return all.some((each) => isSame(each, one));
}

function ruleOf({ verb, group, resource, name, path }: Right): PolicyRule {
	if (path !== undefined) return { verbs: [verb], nonResourceURLs: [path] };
	return { verbs: [verb], apiGroups: [group ?? ''], resources: [resource ?? ''], ...(name !== undefined && { resourceNames: [name] }) };
}

function isSame(a: unknown, b: unknown): boolean {
	return deepEqual(a as JsonValue | undefined, b as JsonValue | undefined);
}
