/** Default roles and bindings of a release as objects, in the order they are created. */
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '../../../../../generated/types/rbac/v1.ts';
import { speak, type Vocabulary } from '../../../../model/vocabulary.ts';
import { controllerRoles } from './controller-roles.ts';
import { clusterInfoReader, namespaceRoles } from './namespace-roles.ts';
import { platformRoles } from './platform-roles.ts';
import { type DefaultRole, type Emulated, isThere, ruleOf, textsAt } from './role-notation.ts';

type Content<T> = Omit<T, 'kind' | 'apiVersion'>;

export interface DefaultObject {
	/** Resource in the RBAC group. */
	readonly resource: 'clusterroles' | 'clusterrolebindings' | 'roles' | 'rolebindings';
	readonly namespace: string;
	readonly name: string;
	/** JSON of the metadata without name and namespace, and of the other fields. */
	readonly content: string;
	/** Texts that the JSON of an object contains if it is up to date, and only then. */
	readonly marks: readonly string[];
}

/** Annotation of the objects that Kubernetes reconciles automatically; the value `false` exempts an object. */
export const autoupdate = 'rbac.authorization.{labelDomain}/autoupdate';

const labels = { '{labelDomain}/bootstrapping': 'rbac-defaults' };
const annotations = { [autoupdate]: 'true' };
const group = 'rbac.authorization.{groupDomain}';
const controllerPrefix = 'system:controller:';
const controllerNamespace = '{shortPrefix}-system';

export function defaultObjects(emulated: Emulated, vocabulary: Vocabulary): readonly DefaultObject[] {
	const roles = [...platformRoles, ...controllerRoles.map(ofController), ...namespaceRoles].filter((role) => isThere(role, emulated));
	const inCluster = roles.filter(({ namespace }) => namespace === undefined);
	const inNamespaces = roles.filter(({ namespace }) => namespace !== undefined);
	const objects = [
		...inCluster.map((role) => roleObject(role, emulated)),
		...inCluster.flatMap((role) => bindingObject(role, emulated)),
		...inNamespaces.map((role) => roleObject(role, emulated)),
		...inNamespaces.flatMap((role) => bindingObject(role, emulated)),
	];
	return objects.map((object) => inVocabulary(object, vocabulary));
}

/** Returns the role that lets every client read `cluster-info`, and its binding. */
export function clusterInfoObjects(emulated: Emulated, vocabulary: Vocabulary): readonly DefaultObject[] {
	return [roleObject(clusterInfoReader, emulated), ...bindingObject(clusterInfoReader, emulated)].map((object) => inVocabulary(object, vocabulary));
}

interface WrittenObject extends Omit<DefaultObject, 'content' | 'marks'> {
	readonly content: { readonly metadata: { readonly annotations: object; readonly labels: object }; readonly [part: string]: object };
}

/** Renders an object with the vocabulary. This runs at each start; usually the result is only compared. */
function inVocabulary({ resource, namespace, name, content }: WrittenObject, vocabulary: Vocabulary): DefaultObject {
	const { metadata, ...rest } = content;
	const pairs = [...Object.entries(metadata.annotations), ...Object.entries(metadata.labels)].map(
		([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
	);
	const parts = Object.entries(rest).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
	return {
		resource,
		namespace: speak(namespace, vocabulary),
		name: speak(name, vocabulary),
		content: speak(JSON.stringify(content), vocabulary),
		marks: [...pairs, ...parts].map((text) => speak(text, vocabulary)),
	};
}

function ofController({ name, ...role }: DefaultRole): DefaultRole {
	return { ...role, name: `${controllerPrefix}${name}`, boundTo: [`ServiceAccount ${controllerNamespace}/${name}`] };
}

function roleObject({ name, namespace = '', aggregateTo, aggregates, rules = [] }: DefaultRole, emulated: Emulated): WrittenObject {
	const metadata = { annotations, labels: { ...labels, ...(aggregateTo !== undefined && { [aggregationLabel(aggregateTo)]: 'true' }) } };
	const granted: PolicyRule[] = textsAt(rules, emulated).map(ruleOf);
	const selector = aggregates === undefined ? undefined : { clusterRoleSelectors: [{ matchLabels: { [aggregationLabel(aggregates)]: 'true' } }] };
	const content = {
		metadata,
		...(selector !== undefined && { aggregationRule: selector }),
		...(selector === undefined && { rules: granted }),
	} satisfies Content<ClusterRole | Role>;
	return { resource: namespace === '' ? 'clusterroles' : 'roles', namespace, name, content };
}

function aggregationLabel(name: string): string {
	return `${group}/aggregate-to-${name}`;
}

function bindingObject({ name, namespace = '', boundTo, binding = name }: DefaultRole, emulated: Emulated): readonly WrittenObject[] {
	if (boundTo === undefined) return [];
	const subjects = textsAt(boundTo, emulated).map(subjectOf);
	const content = {
		metadata: { annotations, labels },
		...(subjects.length > 0 && { subjects }),
		roleRef: { apiGroup: group, kind: namespace === '' ? 'ClusterRole' : 'Role', name },
	} satisfies Content<ClusterRoleBinding | RoleBinding>;
	return [{ resource: namespace === '' ? 'clusterrolebindings' : 'rolebindings', namespace, name: binding, content }];
}

function subjectOf(text: string): Subject {
	const [kind = '', who = ''] = text.split(' ');
	if (kind !== 'ServiceAccount') return { kind, apiGroup: group, name: who };
	const [namespace = '', name = ''] = who.split('/');
	return { kind, name, namespace };
}
