/** Entry point of the large-request thread: it has the same hooks as the server and receives the server's state (`large/thread/`). */
import { parentPort, workerData } from 'node:worker_threads';
import { rootHooks } from '../generated/root-hooks.ts';
import { verbWorks } from '../generated/verbs.ts';
import type { ThreadData } from './large/protocol.ts';
import { serveLarge } from './large/thread/serve.ts';
import { hooksOf } from './server/hooks.ts';

if (parentPort === null) throw new Error('this file is a thread of the server, and no program');
// The server passes no other data to the thread.
const data = workerData as ThreadData;
serveLarge(parentPort, data, hooksOf({ vocabulary: data.vocabulary, rootHooks }, data.kinds), verbWorks);
