/** Bodies of up to 3 MiB whose reading, validation or merging could take long. */
import type { HostileCase, Outcome } from '../contract.ts';
import { overHttp1 } from '../send.ts';

const size = 3 * 1024 * 1024 - 4096;
const repeated = (part: string): string => part.repeat(Math.floor(size / part.length));
const configMaps = '/api/v1/namespaces/default/configmaps';

function post(name: string, path: string, contentType: string, make: () => string, answers: readonly Outcome[]): HostileCase {
	return {
		name,
		prepare: () => {
			const body = Buffer.from(make());
			return overHttp1(() => ({ method: 'POST', path: `${path}?dryRun=All`, headers: { 'content-type': contentType }, body }));
		},
		answers,
	};
}

const yaml = (name: string, make: () => string): HostileCase => post(`YAML: ${name}`, configMaps, 'application/yaml', make, [400, 413, 415, 422]);
/** Those that one thread answers in time. What else costs too much for that, and what it waits for, says docs/decisions/0010-large-bodies.md. */
export const bodies: readonly HostileCase[] = [
	yaml('an unclosed quote of 3 MB', () => `a: "${repeated('x\n')}`),
	yaml('comments', () => repeated('# c\n')),
	yaml('900 levels', () => Array.from({ length: 7_000 }, (_, level) => `${' '.repeat(level % 900)}a:\n`).join('')),
];
