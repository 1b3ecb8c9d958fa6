import { MalformedError } from '../../model/malformed.ts';

/** What is wrong with a YAML text, as clients are told. The problem does not quote more than a word of the text, which may hold secrets. */
export function malformedYaml(problem: string): MalformedError {
	return new MalformedError(`error converting YAML to JSON: yaml: ${problem}`);
}
