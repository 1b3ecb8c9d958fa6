/** Families of hostile requests, one file each. */
import type { HostileCase } from '../contract.ts';
import { answerCases } from './answers.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { frameCases } from './frames.ts';
import { headerBlockCases } from './header-blocks.ts';
import { pipelines } from './pipelines.ts';
import { query } from './query.ts';
import { websockets } from './websockets.ts';
import { windowCases } from './windows.ts';

export interface Family {
	readonly name: string;
	readonly cases: readonly HostileCase[];
}

export const families: readonly Family[] = [
	{ name: 'query strings', cases: query },
	{ name: 'connections', cases: connections },
	{ name: 'websockets', cases: websockets },
	{ name: 'frames', cases: frameCases },
	{ name: 'header blocks', cases: headerBlockCases },
	{ name: 'windows', cases: windowCases },
	{ name: 'pipelines', cases: pipelines },
	{ name: 'answers', cases: answerCases },
	{ name: 'bodies', cases: bodies },
];
