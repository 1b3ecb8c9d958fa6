/**
 * Checks the types in a policy's expressions against the kinds to which the policy applies (KEP-3488, "Type checking"). It warns and
 * refuses nothing.
 */
import type { ExpressionWarning, NamedRuleWithOperations, ValidatingAdmissionPolicySpec } from '../../../generated/types/admissionregistration/v1.ts';
import type { KindDescriptor, TypeName } from '../../model/catalog.ts';
import { compareText } from '../../model/text-order.ts';
import { type CelType, types } from '../../schema/cel/typing/type.ts';
import type { ServedNow } from '../contract.ts';
import { AdmissionExpressions } from './expressions.ts';
import { ObjectTypes } from './object-types.ts';
import { admissionScope } from './scope.ts';

/** Maximum number of kinds of one rule against which expressions are checked. */
const mostKinds = 10;

interface CheckedKind {
	readonly group: string;
	readonly version: string;
	readonly kind: string;
	readonly type: TypeName;
}

/** Checks policies against the kinds of one snapshot. */
export class PolicyTypeChecker {
	readonly #expressions = new AdmissionExpressions();
	readonly #serving: () => Pick<ServedNow, 'catalog'>;

	constructor(serving: () => Pick<ServedNow, 'catalog'>) {
		this.#serving = serving;
	}

	/** Returns the warnings, in the order of the validations. */
	warnings({ matchConstraints, paramKind, variables = [], validations = [] }: ValidatingAdmissionPolicySpec): readonly ExpressionWarning[] {
		const { catalog } = this.#serving();
		const kinds = kindsOf(matchConstraints?.resourceRules ?? [], catalog.kinds);
		const paramType = paramKind && servedType(catalog.kinds, paramKind.apiVersion ?? '', paramKind.kind ?? '');
		const checkers = kinds.map((kind) => {
			const objects = new ObjectTypes((name) => catalog.type(name));
			const object = objects.of(kind.kind, kind.type);
			const params = paramType === undefined ? types.dyn : objects.of(`params.${paramKind?.kind ?? ''}`, paramType);
			const known = new Map<string, CelType>();
			const scope = admissionScope({
				...{ params: paramKind !== undefined, authorizer: true, variables: known },
				typed: { object, params, struct: (name) => objects.struct(name) },
			});
			for (const { name = '', expression = '' } of variables) {
				const checked = this.#expressions.check(expression, scope);
				known.set(name, 'issues' in checked ? types.dyn : checked.type);
			}
			return (text: string): string[] => {
				const checked = this.#expressions.check(text, scope);
				return 'issues' in checked ? [`${kind.group}/${kind.version}, Kind=${kind.kind}: ${checked.issues}\n`] : [];
			};
		});
		const warn = (text: string | undefined, fieldRef: string): ExpressionWarning[] => {
			const found = text ? checkers.flatMap((check) => check(text)) : [];
			return found.length === 0 ? [] : [{ fieldRef, warning: found.join('\n') }];
		};
		return validations.flatMap(({ expression, messageExpression }, index) => [
			...warn(expression, `spec.validations[${index}].expression`),
			...warn(messageExpression, `spec.validations[${index}].messageExpression`),
		]);
	}
}

/** Returns the kinds that rules name without wildcards, in the order of group, version and kind. */
function kindsOf(rules: readonly NamedRuleWithOperations[], all: readonly KindDescriptor[]): readonly CheckedKind[] {
	const found = new Map<string, CheckedKind>();
	for (const { apiGroups = [], apiVersions = [], resources = [] } of rules) {
		if ([...apiGroups, ...apiVersions].some((text) => text.includes('*'))) continue;
		const plain = resources.filter((text) => !/[*/]/.test(text));
		const ofRule = all
			.filter(({ plural }) => plain.includes(plural))
			.flatMap(({ kind, versions }) =>
				versions.filter(({ group, version }) => apiGroups.includes(group) && apiVersions.includes(version)).map((each) => ({ ...each, kind })),
			);
		for (const { group, version, kind, type } of inOrder(ofRule).slice(0, mostKinds)) found.set(`${group}/${version} ${kind}`, { group, version, kind, type });
	}
	return inOrder([...found.values()]);
}

function inOrder<T extends CheckedKind>(kinds: readonly T[]): readonly T[] {
	return kinds.toSorted((a, b) => compareText(a.group, b.group) || compareText(a.version, b.version) || compareText(a.kind, b.kind));
}

function servedType(kinds: readonly KindDescriptor[], apiVersion: string, kind: string): TypeName | undefined {
	const wanted = (of: { readonly group: string; readonly version: string }): boolean =>
		(of.group === '' ? of.version : `${of.group}/${of.version}`) === apiVersion;
	return kinds.find((each) => each.kind === kind && each.versions.some(wanted))?.versions.find(wanted)?.type;
}
