/** Variables of expressions of admission, with their types (KEP-3488, "Variables"). */

import type { TypingScope } from '../../schema/cel/typing/checker.ts';
import { allFunctions, ofMutations, type Vocabulary } from '../../schema/cel/typing/libraries.ts';
import { type CelType, listOf, mapOf, type StructType, structOf, types } from '../../schema/cel/typing/type.ts';

const authorizer = structOf('kubernetes.authorization.Authorizer');
const resourceCheck = structOf('kubernetes.authorization.ResourceCheck');

type Fields = Readonly<Record<string, CelType>>;

const { string, bool, int, dyn, timestamp } = types;

/** Types with fields, by the names that messages show. */
const structs: Readonly<Record<string, Fields>> = {
	'kubernetes.GroupVersionKind': { group: string, version: string, kind: string },
	'kubernetes.GroupVersionResource': { group: string, version: string, resource: string },
	'kubernetes.UserInfo': { username: string, uid: string, groups: listOf(string), extra: mapOf(string, listOf(string)) },
	'kubernetes.AdmissionRequest': {
		kind: structOf('kubernetes.GroupVersionKind'),
		resource: structOf('kubernetes.GroupVersionResource'),
		subResource: string,
		requestKind: structOf('kubernetes.GroupVersionKind'),
		requestResource: structOf('kubernetes.GroupVersionResource'),
		requestSubResource: string,
		name: string,
		namespace: string,
		operation: string,
		userInfo: structOf('kubernetes.UserInfo'),
		dryRun: bool,
		options: dyn,
	},
	'kubernetes.NamespaceSpec': { finalizers: listOf(string) },
	'kubernetes.NamespaceCondition': { status: string, type: string, lastTransitionTime: timestamp, message: string, reason: string },
	'kubernetes.NamespaceStatus': { conditions: listOf(structOf('kubernetes.NamespaceCondition')), phase: string },
	'kubernetes.NamespaceMetadata': {
		...{ name: string, generateName: string, namespace: string, labels: mapOf(string, string), annotations: mapOf(string, string), UID: string },
		...{ creationTimestamp: timestamp, deletionGracePeriodSeconds: int, deletionTimestamp: timestamp, generation: int, resourceVersion: string },
		finalizers: listOf(string),
	},
	'kubernetes.Namespace': {
		metadata: structOf('kubernetes.NamespaceMetadata'),
		spec: structOf('kubernetes.NamespaceSpec'),
		status: structOf('kubernetes.NamespaceStatus'),
	},
	'kubernetes.authorization.Authorizer': {},
	'kubernetes.authorization.PathCheck': {},
	'kubernetes.authorization.GroupCheck': {},
	'kubernetes.authorization.ResourceCheck': {},
	'kubernetes.authorization.Decision': {},
};

const patch: Fields = { op: string, from: string, path: string, value: dyn };
const variablesType = 'kubernetes.variables';
const made: StructType = { field: () => dyn };

export interface ScopeOptions {
	/** True when the policy has parameters. */
	readonly params: boolean;
	readonly authorizer: boolean;
	/** Types of composed variables, to which more may be added later. Absent: the expression has none. */
	readonly variables?: ReadonlyMap<string, CelType>;
	/** True when the expression may make objects of mutations. */
	readonly patches?: boolean;
	/** Functions of the release. Absent: all functions that stored expressions may call. */
	readonly vocabulary?: Vocabulary;
	/** Types of the objects and of the parameters, and the types that they reach. Absent: any type. */
	readonly typed?: { readonly object: CelType; readonly params: CelType; struct(name: string): StructType | undefined };
}

export function admissionScope(options: ScopeOptions): TypingScope {
	const { params, patches = false, variables, vocabulary = allFunctions(), typed } = options;
	const declared = new Map<string, CelType>([
		['object', typed?.object ?? dyn],
		['oldObject', typed?.object ?? dyn],
		['request', structOf('kubernetes.AdmissionRequest')],
		['namespaceObject', structOf('kubernetes.Namespace')],
	]);
	if (params) declared.set('params', typed?.params ?? dyn);
	if (options.authorizer) declared.set('authorizer', authorizer).set('authorizer.requestResource', resourceCheck);
	if (variables !== undefined) declared.set('variables', structOf(variablesType));
	return {
		variables: declared,
		vocabulary: patches ? { ...vocabulary, functions: new Map([...vocabulary.functions, ...ofMutations()]) } : vocabulary,
		struct(name) {
			if (name === variablesType) return variables && { field: (field) => variables.get(field) };
			if (patches && name === 'JSONPatch') return ofFields(patch);
			if (patches && (name === 'Object' || name.startsWith('Object.'))) return made;
			return Object.hasOwn(structs, name) ? ofFields(structs[name] ?? {}) : typed?.struct(name);
		},
	};
}

function ofFields(fields: Fields): StructType {
	return { field: (name) => (Object.hasOwn(fields, name) ? fields[name] : undefined) };
}
