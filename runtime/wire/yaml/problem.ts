import { MalformedError } from '../../model/malformed.ts';

/** Makes the error for malformed YAML that clients see. `problem` must quote at most a word of the text, which may be secret. */
export function malformedYaml(problem: string): MalformedError {
	return new MalformedError(`error converting YAML to JSON: yaml: ${problem}`);
}
