/** Renders stored kinds and versions as a table for people. */
import type { RewriteReason, StorageStatus, StoredKind } from '../../migration/status.ts';

const titles = ['KIND', 'GROUP', 'STORED AS', 'OBJECTS', 'TO REWRITE'] as const;

const reasons: Readonly<Record<RewriteReason, string>> = {
	version: '',
	fields: ' with other fields to select by',
	encryption: ' encrypted otherwise',
	unknown: ', which no spec has',
};

/** Returns the table without a trailing line break. */
export function statusTable({ kinds, gone }: StorageStatus): string {
	const rows = kinds.map((kind) => [kind.kind, kind.group, kind.storageVersion, String(kind.objects), leftOf(kind)]);
	const others = gone.map(({ resource, objects }) => [resource, '', '(not served)', String(objects), '-']);
	const all = [titles, ...rows, ...others];
	const widths = titles.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
	const lines = all.map((row) =>
		row
			.map((text, column) => text.padEnd(widths[column] ?? 0))
			.join('  ')
			.trimEnd(),
	);
	const notes = kinds.flatMap(({ kind, staying }) =>
		staying === undefined ? [] : [`${staying.objects} of ${kind} cannot be rewritten, such as ${staying.example}: ${staying.why}`],
	);
	return [...lines, ...notes].join('\n');
}

function leftOf({ left, damaged, stored }: StoredKind): string {
	const parts = stored.flatMap(({ version, objects, because }) => (because === undefined ? [] : [`${objects} as ${version}${reasons[because]}`]));
	const all = [...parts, ...(damaged > 0 ? [`${damaged} damaged`] : [])];
	return left === 0 && damaged === 0 ? '0' : all.join(', ');
}
