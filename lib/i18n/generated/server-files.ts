// Written by npm run texts.
import type { TextFiles } from '../texts.ts';
import type { Language } from './languages.ts';
import en_report from '../locales/en/report.json' with { type: 'json' };
import en_signals from '../locales/en/signals.json' with { type: 'json' };
import en_server from '../locales/en/server.json' with { type: 'json' };
import fi_report from '../locales/fi/report.json' with { type: 'json' };
import fi_signals from '../locales/fi/signals.json' with { type: 'json' };
import fi_server from '../locales/fi/server.json' with { type: 'json' };
import sv_report from '../locales/sv/report.json' with { type: 'json' };
import sv_signals from '../locales/sv/signals.json' with { type: 'json' };
import sv_server from '../locales/sv/server.json' with { type: 'json' };
import de_report from '../locales/de/report.json' with { type: 'json' };
import de_signals from '../locales/de/signals.json' with { type: 'json' };
import de_server from '../locales/de/server.json' with { type: 'json' };
import fr_report from '../locales/fr/report.json' with { type: 'json' };
import fr_signals from '../locales/fr/signals.json' with { type: 'json' };
import fr_server from '../locales/fr/server.json' with { type: 'json' };
import es_report from '../locales/es/report.json' with { type: 'json' };
import es_signals from '../locales/es/signals.json' with { type: 'json' };
import es_server from '../locales/es/server.json' with { type: 'json' };
import ja_report from '../locales/ja/report.json' with { type: 'json' };
import ja_signals from '../locales/ja/signals.json' with { type: 'json' };
import ja_server from '../locales/ja/server.json' with { type: 'json' };
import ar_report from '../locales/ar/report.json' with { type: 'json' };
import ar_signals from '../locales/ar/signals.json' with { type: 'json' };
import ar_server from '../locales/ar/server.json' with { type: 'json' };

export const SERVER_FILES: Readonly<Record<Language, TextFiles<'report' | 'signals' | 'server'>>> =
  {
    en: { report: en_report, signals: en_signals, server: en_server },
    fi: { report: fi_report, signals: fi_signals, server: fi_server },
    sv: { report: sv_report, signals: sv_signals, server: sv_server },
    de: { report: de_report, signals: de_signals, server: de_server },
    fr: { report: fr_report, signals: fr_signals, server: fr_server },
    es: { report: es_report, signals: es_signals, server: es_server },
    ja: { report: ja_report, signals: ja_signals, server: ja_server },
    ar: { report: ar_report, signals: ar_signals, server: ar_server },
  };
