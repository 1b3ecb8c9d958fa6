/** Finds the errors in the logs of a cluster's programs that no row below expects. */
import type { ClusterProgram } from './cluster.ts';

interface Expected {
	readonly line: RegExp;
	readonly reason: string;
}

export const expectedErrors: readonly Expected[] = [
	{ line: /The manifest file is empty, ignoring/, reason: 'every start of these programs logs it' },
	{ line: /read version: \d+ is not as new as written version: \d+/, reason: 'a controller waits until its cache has its own write' },
	{
		line: /the object has been modified; please apply your changes to the latest version/,
		reason: 'a controller reads the object again and repeats its write',
	},
	{ line: /Status after running PostFilter plugins for pod.* status="not found"/, reason: 'the scheduler learns of a pod before the claim of that pod' },
	{ line: /exceeded quota: few/, reason: 'a test exceeds that quota' },
	{ line: /connection refused|connection reset by peer|EOF/, reason: 'a test kills the server' },
];

/** KWOK logs JSON; Kubernetes' programs start the lines of errors with E or F and the date. */
const isError = /^[EF]\d{4} |"level":"ERROR"/;

export function unexpectedErrors({ name, log }: ClusterProgram): readonly string[] {
	return log()
		.filter((line) => isError.test(line) && !expectedErrors.some((row) => row.line.test(line)))
		.map((line) => `${name}: ${line}`);
}
