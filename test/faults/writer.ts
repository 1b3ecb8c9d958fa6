/**
 * Process that writes to a store as fast as possible and prints each acknowledged write until it is killed. Arguments: path of the
 * database, number of clients, and a word that makes the values of this run unique.
 */
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import { contentOf } from './content.ts';

const [path = '', clients = '8', run = ''] = process.argv.slice(2);
const store = await openSqliteStore({
	path,
	vocabulary: 'test',
	onFatal: (error) => {
		console.error(error.message);
		process.exit(3);
	},
});
process.stdout.write('ready\n');

async function client(id: number): Promise<never> {
	let revision = 0;
	for (let turn = 0; ; turn++) {
		const name = `${run}-${id}-${Math.floor(turn / 10)}`;
		// Each key gets ten operations: a create and eight updates; the last deletes every other key.
		const last = turn % 10 === 9;
		const gone = last && Math.floor(turn / 10) % 2 === 0;
		const value = `${run}-${id}-${turn}`;
		const mutation = { resource: 'things', namespace: 'a', name, expected: turn % 10 === 0 ? 0 : revision };
		const [outcome] = await store.commit([gone ? mutation : { ...mutation, bytes: contentOf(value), side: value }]);
		if (!outcome?.ok) throw new Error(`${name}: unexpected conflict with revision ${outcome?.current}`);
		revision = outcome.revision;
		process.stdout.write(`${JSON.stringify([revision, name, gone ? null : value])}\n`);
	}
}

await Promise.all(Array.from({ length: Number(clients) }, (_, id) => client(id)));
