import { temporarySqliteStore } from '../suites/sqlite.ts';
import { describeStore } from '../suites/store.ts';

describeStore('SQLite', () => temporarySqliteStore());
