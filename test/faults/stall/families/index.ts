/** The families of hostile requests, one file each. */
import type { HostileCase } from '../contract.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { query } from './query.ts';

export interface Family {
	readonly name: string;
	readonly cases: readonly HostileCase[];
}

export const families: readonly Family[] = [
	{ name: 'query strings', cases: query },
	{ name: 'connections', cases: connections },
	{ name: 'bodies', cases: bodies },
];
