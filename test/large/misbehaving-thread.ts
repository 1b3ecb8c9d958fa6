/** Thread that misbehaves as the path of each task says; a waiting task is answered after its wait. */
import { parentPort } from 'node:worker_threads';
import type { Order, Report } from '../../runtime/large/protocol.ts';

const send = (report: Report): void => parentPort?.postMessage(report);
const kept: number[][] = [];

const answer = (id: number): void =>
	send({ kind: 'done', id, result: { status: 200, headers: {}, body: Buffer.from('ok'), warnings: ['w'], annotations: [] } });

parentPort?.on('message', (order: Order) => {
	// Calls have the numbers of their tasks.
	if (order.kind === 'reply') answer(order.call);
	if (order.kind !== 'task' || !('write' in order.task)) return;
	const { id } = order;
	switch (order.task.write.path) {
		case '/answer':
			answer(id);
			break;
		case '/wait':
			send({ kind: 'call', id, call: id, name: 'consistent', request: null });
			break;
		case '/commit':
			send({ kind: 'call', id, call: id, name: 'commit', request: { mutations: [], atomic: false } });
			break;
		case '/loop':
			for (;;);
		case '/allocate':
			for (;;) kept.push(new Array(100_000).fill(0).map((_, i) => i + 0.5));
		case '/throw':
			throw new Error('a mistake');
		case '/exit':
			process.exit(3);
	}
});
