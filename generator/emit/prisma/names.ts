/** Names of models and of their fields, as Prisma takes them. */

/** `['spec', 'node-name']`: `SpecNodeName`. */
export function pascal(steps: readonly string[]): string {
	return steps
		.flatMap((step) => step.split(/[^A-Za-z0-9]+/))
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
}

/** The name, or with the suffix as often as it takes until nothing else has it; it is taken then. */
export function uniqueName(name: string, taken: Set<string>, suffix: string): string {
	let unique = name;
	while (unique === '' || taken.has(unique)) unique += suffix;
	taken.add(unique);
	return unique;
}
