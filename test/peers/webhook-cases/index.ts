/** All cases of admission webhooks for both servers: configurations, answers, and requests. */
import { chosen, denied } from './chosen.ts';
import { failed, unreachable } from './failed.ts';
import type { Case } from './parts.ts';
import { further, patched } from './patched.ts';
import { told } from './told.ts';

export const cases: readonly Case[] = [...told, ...chosen, ...denied, ...patched, ...further, ...failed, ...unreachable];
