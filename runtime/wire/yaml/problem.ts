import { MalformedError } from '../../model/malformed.ts';

/** Creates the error that clients see for malformed YAML. `problem` quotes at most a word of the text, which may hold secrets. */
export function malformedYaml(problem: string): MalformedError {
	return new MalformedError(`error converting YAML to JSON: yaml: ${problem}`);
}
