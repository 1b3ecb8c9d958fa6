/** Tests that wrong command lines of the server are refused before it builds anything. */
import { expect, it } from 'vitest';
import { usageProblem } from '../../runtime/server/check-command-line.ts';

const backup = 'backup --out FILE [--data-dir DIR] [--datastore URL] [--salvage]';
const restore = 'restore FILE [--data-dir DIR] [--datastore URL] [--replace]';

it.each([
	[[], undefined],
	[['--secure-port', '0', '--help'], undefined],
	[['--secure-prot', '1'], 'unknown flag --secure-prot: did you mean --secure-port?'],
	[['--secure-port'], '--secure-port needs a value (PORT)'],
	[['backup', '--out', 'a'], undefined],
	[['backup', '--help'], undefined],
	[['backup'], `backup needs an output file: --out FILE (${backup})`],
	[['backup', '--out', ''], `backup needs an output file: --out FILE (${backup})`],
	[['restore'], `restore needs one file: restore FILE (${restore})`],
	[['restore', 'a', 'b'], `restore needs one file: restore FILE (${restore})`],
	[['restore', 'a', '--replace'], undefined],
	[['storage', 'status', '--data-dir', 'a'], undefined],
	[['storage', '--data-dir', 'a'], expect.stringMatching(/^storage needs an action: status or migrate /)],
])('%j: %s', (args, problem) => expect(usageProblem(args)).toEqual(problem));
