/** Error for malformed YAML. Its message is that of Kubernetes. */
export class YamlError extends Error {
	override readonly name = 'YamlError';
}

/** Makes the error for malformed YAML that clients see. `problem` must quote at most a word of the text, which may be secret. */
export function malformedYaml(problem: string): YamlError {
	return new YamlError(`error converting YAML to JSON: yaml: ${problem}`);
}
