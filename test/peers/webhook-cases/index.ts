/** What is asked of both servers about admission webhooks: how these are configured, what they answer, and which requests are made then. */
import { chosen, denied } from './chosen.ts';
import { failed, unreachable } from './failed.ts';
import type { Case } from './parts.ts';
import { further, patched } from './patched.ts';
import { told } from './told.ts';

export const cases: readonly Case[] = [...told, ...chosen, ...denied, ...patched, ...further, ...failed, ...unreachable];
