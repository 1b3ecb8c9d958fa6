/** Debug tables of levels, queues and waiting requests (KEP-1040, "Debugging") in Kubernetes' format, one row each. */
import { namespaceMeant } from '../api/authorization.ts';
import type { FairShare } from './fair-share.ts';
import type { Level } from './level.ts';
import type { Ticket } from './ticket.ts';

type Row = readonly (string | number | boolean)[];

/** Debug tables by the last segment of their path. */
export const flowControlDumps: Readonly<Record<string, (share: FairShare, withDetails: boolean) => string>> = {
	dump_priority_levels: (share) => table([levelHead, ...byName(share).map(levelRow)]),
	dump_queues: (share) => table([queueHead, ...byName(share).flatMap(queueRows)]),
	dump_requests: (share, withDetails) =>
		table([withDetails ? [...requestHead, ...detailHead] : requestHead, ...byName(share).flatMap((level) => requestRows(level, withDetails))]),
};

const levelHead = [
	...['PriorityLevelName', 'ActiveQueues', 'IsIdle', 'IsQuiescing', 'WaitingRequests', 'ExecutingRequests'],
	...['DispatchedRequests', 'RejectedRequests', 'TimedoutRequests', 'CancelledRequests'],
];
const queueHead = ['PriorityLevelName', 'Index', 'PendingRequests', 'ExecutingRequests', 'SeatsInUse', 'NextDispatchR', 'InitialSeatsSum', 'MaxSeatsSum'];
const requestHead = ['PriorityLevelName', 'FlowSchemaName', 'QueueIndex', 'RequestIndexInQueue', 'FlowDistingsher', 'ArriveTime', 'InitialSeats'];
const detailHead = ['UserName', 'Verb', 'APIPath', 'Namespace', 'Name', 'APIVersion', 'Resource', 'SubResource'];

function byName({ levels }: FairShare): Level<Ticket>[] {
	return [...levels].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function levelRow({ name, activeQueues, waiting, executing, isQuiescing, dispatched, rejected, settings }: Level<Ticket>): Row {
	const isIdle = !settings.isExempt && waiting + executing === 0;
	return [name, activeQueues, isIdle, isQuiescing, waiting, executing, dispatched, rejected.full, rejected.timedOut, rejected.cancelled];
}

function queueRows({ name, queues }: Level<Ticket>): Row[] {
	return queues.map((queue, index) => {
		const { length, executing, seatsInUse, dueAt } = queue;
		const seats = queue.waiting().reduce((sum, { width }) => sum + width, 0);
		return [name, index, length, executing, seatsInUse, `${(dueAt / 1_000).toFixed(8)}ss`, seats, seats];
	});
}

function requestRows(level: Level<Ticket>, withDetails: boolean): Row[] {
	const nowMs = performance.now();
	return level.tickets().map((ticket) => {
		const { schema, distinguisher, waitingSinceMs, width } = ticket;
		const arrived = new Date(Date.now() - (nowMs - waitingSinceMs)).toISOString();
		const row = [level.name, schema.settings.name, ...level.placeOf(ticket), distinguisher, arrived, width];
		return withDetails ? [...row, ...details(ticket)] : row;
	});
}

function details({ request: { user, info, path } }: Ticket): Row {
	if (!info.isResource) return [user.name, info.verb, path, '', '', '', '', ''];
	const { group, version } = info;
	return [user.name, info.verb, path, namespaceMeant(info), info.name, group === '' ? version : `${group}/${version}`, info.resource, info.subresource];
}

/** Formats rows as aligned columns, separated by commas. */
function table(rows: readonly Row[]): string {
	const texts = rows.map((row) => row.map((cell, index) => (index === row.length - 1 ? String(cell) : `${cell},`)));
	const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
	return texts.map((row) => `${row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join(' ')}\n`).join('');
}
