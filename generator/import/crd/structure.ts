/** Checks that the schema in a CustomResourceDefinition is well-formed. */

/** Returns the error with its path in the schema, or undefined. */
export function schemaProblem(schema: unknown, path: string, within: readonly object[] = []): string | undefined {
	if (!isObject(schema)) return `${path} must be a schema, and is ${JSON.stringify(schema) ?? 'nothing'}`;
	if (within.includes(schema)) return `${path} contains itself through an alias: use x-kubernetes-preserve-unknown-fields: true there`;
	const inner = [...within, schema];
	const { type, properties = {}, required = [], items, additionalProperties } = schema;
	if (type !== undefined && typeof type !== 'string') return `${path}.type must be a string, but is ${JSON.stringify(type)}`;
	if (!isObject(properties)) return `${path}.properties must be a map of schemas, but is ${JSON.stringify(properties)}`;
	if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
		return `${path}.required must be a list of names, and is ${JSON.stringify(required)}`;
	const problem = keywordProblem(schema, path);
	if (problem !== undefined) return problem;
	for (const [name, field] of Object.entries(properties)) {
		const problem = schemaProblem(field, `${path}.properties[${name}]`, inner);
		if (problem !== undefined) return problem;
	}
	if (items !== undefined) {
		const problem = schemaProblem(items, `${path}.items`, inner);
		if (problem !== undefined) return problem;
	}
	if (additionalProperties === undefined || typeof additionalProperties === 'boolean') return undefined;
	return schemaProblem(additionalProperties, `${path}.additionalProperties`, inner);
}

function keywordProblem(schema: Readonly<Record<string, unknown>>, path: string): string | undefined {
	const { enum: values, 'x-kubernetes-validations': validations } = schema;
	if (values !== undefined && (!Array.isArray(values) || values.length === 0)) return `${path}.enum must be a list of values, and is ${JSON.stringify(values)}`;
	const isRule = (rule: unknown): boolean => isObject(rule) && typeof rule.rule === 'string';
	if (validations !== undefined && (!Array.isArray(validations) || !validations.every(isRule)))
		return `${path}.x-kubernetes-validations must be a list of rules, and is ${JSON.stringify(validations)}`;
	return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}
