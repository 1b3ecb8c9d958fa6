/** CEL conditions on the requests sent to a webhook: if one is false, the webhook is not asked (KEP-3221). */
import type { Attributes } from '../../../api/authorization.ts';
import type { JsonObject, TypeDescriptor, TypeName } from '../../../model/catalog.ts';
import { typeChecker } from '../../../schema/cel/check.ts';
import { compileExpression, ExpressionError } from '../../../schema/cel/expression.ts';
import { ConfigError } from '../../../wire/config-parts.ts';

/** Reports whether all conditions hold. Throws an Error of one sentence when one fails and none is false. */
export type MatchConditions = (attributes: Attributes) => boolean;

const variable = 'request';
const bool = { types: ['bool'], called: 'bool' };

/**
 * Compiles conditions. Throws a ConfigError for an invalid condition. `where` is the place of the list in the file; `type` looks up types
 * of the release.
 */
export function matchConditions(texts: readonly string[], where: string, type: (name: TypeName) => TypeDescriptor): MatchConditions {
	const variables = { [variable]: { kind: 'struct', type: 'authorization/v1.SubjectAccessReviewSpec' } } as const;
	const check = typeChecker(type);
	const conditions = texts.map((text, i) => {
		try {
			const problem = check(text, variables, bool);
			if (problem !== undefined) throw new Error(typeof problem === 'string' ? problem : `unknown field ${problem[0]?.field} in ${problem[0]?.within}`);
			return { text, holds: compileExpression(text, variables, type) };
		} catch (error) {
			throw new ConfigError(`${where}[${i}].expression`, (error as Error).message);
		}
	});
	return (attributes) => {
		const bindings = { [variable]: requestOf(attributes) };
		let failure: string | undefined;
		for (const { text, holds } of conditions) {
			try {
				const value = holds(bindings);
				if (value === false) return false;
				if (value !== true) failure ??= `${JSON.stringify(text)} is neither true nor false`;
			} catch (error) {
				if (!(error instanceof ExpressionError)) throw error;
				failure ??= `${JSON.stringify(text)} fails: ${error.message}`;
			}
		}
		if (failure !== undefined) throw new Error(failure);
		return true;
	};
}

/** Builds the variable `request`. All text fields are present, including empty ones, so that conditions need no presence checks. */
function requestOf({ user, info, path, selectors }: Attributes): JsonObject {
	const who = {
		user: user.name,
		uid: user.uid,
		groups: [...user.groups],
		extra: Object.fromEntries(Object.entries(user.extra).map(([key, of]) => [key, [...of]])),
	};
	if (!info.isResource) return { ...who, nonResourceAttributes: { path, verb: info.verb } };
	const { namespace, verb, group, version, resource, subresource, name } = info;
	const { fields = [], labels = [] } = selectors?.() ?? {};
	const selected = (of: typeof fields): JsonObject => ({ requirements: of.map(({ key, operator, values }) => ({ key, operator, values: [...values] })) });
	return {
		...who,
		resourceAttributes: {
			...{ namespace, verb, group, version, resource, subresource, name },
			...(fields.length > 0 && { fieldSelector: selected(fields) }),
			...(labels.length > 0 && { labelSelector: selected(labels) }),
		},
	};
}
