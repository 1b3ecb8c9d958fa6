/** Names of models and of their fields, in the form that Prisma accepts. */

/** Returns `SpecNodeName` for `['spec', 'node-name']`. */
export function pascal(steps: readonly string[]): string {
	return steps
		.flatMap((step) => step.split(/[^A-Za-z0-9]+/))
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
}

/** Returns `specReplicas` for `['spec', 'replicas']`. Prisma accepts letters and digits after an initial letter. */
export function fieldName(steps: readonly string[]): string {
	const [first = '', ...rest] = steps;
	return `${first.replaceAll(/[^A-Za-z0-9_]/g, '_').replace(/^[^A-Za-z]+/, '')}${pascal(rest)}`;
}

/** Returns the name, with the suffix appended until it is unique. Adds it to `taken`. */
export function uniqueName(name: string, taken: Set<string>, suffix: string): string {
	let unique = name;
	while (unique === '' || taken.has(unique)) unique += suffix;
	taken.add(unique);
	return unique;
}
