// Written by npm run texts.
export interface ReportTexts {
  readonly title: (values: {
    readonly name: string;
    readonly week: string;
    readonly year: string;
  }) => string;
  readonly folder: (values: { readonly key: string }) => string;
  readonly survey: (values: { readonly key: string }) => string;
  readonly surveyIn: (values: { readonly survey: string; readonly folder: string }) => string;
  readonly dataAsOf: (values: { readonly instant: string }) => string;
  readonly revision: (values: { readonly n: number }) => string;
  readonly pageOf: (values: { readonly page: number; readonly pages: number }) => string;
  readonly othersOnPage: (values: { readonly n: number; readonly page: number }) => string;
  readonly indexNames: {
    readonly HAPPY: string;
    readonly AVERAGE: string;
    readonly NPS: string;
  };
  readonly scaleNames: {
    readonly FOUR: string;
    readonly FIVE: string;
    readonly FIVE_REVERSED: string;
  };
  readonly smileys: {
    readonly veryUnhappy: string;
    readonly unhappy: string;
    readonly neutral: string;
    readonly happy: string;
    readonly veryHappy: string;
  };
  readonly button: (values: { readonly n: number }) => string;
  readonly plusMinus: (values: { readonly halfWidth: string }) => string;
  readonly plusMinusLess: (values: { readonly unit: string }) => string;
  readonly sentence: (values: {
    readonly index: string;
    readonly value: string;
    readonly responses: string;
    readonly change: 'up' | 'down' | 'upLess' | 'downLess';
    readonly size: string;
    readonly verdict: 'clearRise' | 'clearFall' | 'normal' | 'tooFew';
  }) => string;
  readonly sentenceUnchanged: (values: {
    readonly index: string;
    readonly value: string;
    readonly responses: string;
    readonly verdict: 'clearRise' | 'clearFall' | 'normal' | 'tooFew';
  }) => string;
  readonly sentenceUncompared: (values: {
    readonly index: string;
    readonly value: string;
    readonly responses: string;
  }) => string;
  readonly sentenceWithoutIndex: (values: {
    readonly responses: string;
    readonly kind: 'index' | 'scale';
    readonly name: string;
  }) => string;
  readonly responses: (values: { readonly n: number }) => string;
  readonly responsesChanged: (values: { readonly n: number; readonly change: string }) => string;
  readonly noResponsesBefore: (values: { readonly previous: number }) => string;
  readonly noResponsesEither: string;
  readonly trend: string;
  readonly weekTick: (values: { readonly week: string }) => string;
  readonly days: string;
  readonly painPoints: string;
  readonly highlights: string;
  readonly unnamedOption: string;
  readonly noPainPoints: string;
  readonly noHighlights: string;
  readonly followUpsMissing: string;
  readonly alerts: string;
  readonly columns: {
    readonly place: string;
    readonly survey: string;
    readonly responses: string;
    readonly thisWeek: string;
    readonly was: string;
    readonly weeks: string;
    readonly reason: string;
  };
  readonly alertNames: {
    readonly negative: string;
    readonly indexThreshold: string;
    readonly feedbackCount: string;
  };
  readonly alertTriggers: {
    readonly value: (values: { readonly actual: string; readonly limit: string }) => string;
    readonly negativeOf: (values: {
      readonly actual: string;
      readonly responses: number;
      readonly window: string;
      readonly limit: string;
    }) => string;
    readonly feedbackCount: (values: { readonly limit: number }) => string;
    readonly counted: (values: { readonly n: number; readonly window: string }) => string;
  };
  readonly partialHeading: string;
  readonly emptyText: (values: { readonly n: number }) => string;
  readonly dataQuality: string;
  readonly problemPlace: (values: { readonly place: string; readonly message: string }) => string;
  readonly problems: {
    readonly UPSTREAM_UNREACHABLE: string;
    readonly UPSTREAM_TIMEOUT: string;
    readonly UPSTREAM_UNAVAILABLE: string;
    readonly UPSTREAM_UNAUTHORIZED: string;
    readonly UPSTREAM_NOT_FOUND: string;
    readonly TZ_UNKNOWN: string;
    readonly TZ_DRIFT: string;
    readonly NOT_SETTLED: string;
    readonly SCALE_MISMATCH: string;
    readonly OUT_OF_RANGE: string;
    readonly ROWS_OUT_OF_RANGE: string;
    readonly ENUM_UNKNOWN: string;
    readonly FOLDER_DUPLICATE: string;
    readonly SURVEY_DUPLICATE: string;
    readonly CHILD_MISSING: string;
    readonly REPORT_DAMAGED: string;
    readonly MANIFEST_DAMAGED: string;
    readonly SIGNALS_MISSING: string;
    readonly HISTORY_MISSING: string;
    readonly CLOCK_DIFFERS: string;
    readonly SETTINGS_UNREADABLE: string;
    readonly other: string;
  };
  readonly missingParts: {
    readonly survey: (values: { readonly why: string }) => string;
    readonly followUps: (values: { readonly why: string }) => string;
    readonly alerts: (values: { readonly why: string }) => string;
  };
  readonly entriesMissing: string;
  readonly missingRetried: string;
  readonly hiddenMarks: (values: { readonly n: number }) => string;
  readonly undisplayable: (values: { readonly n: number }) => string;
  readonly revisionChanges: (values: {
    readonly revision: number;
    readonly asOf: string;
    readonly before: number;
    readonly after: number;
  }) => string;
  readonly methodIndexes: {
    readonly HAPPY: string;
    readonly AVERAGE: string;
    readonly NPS: string;
  };
  readonly methodWeek: string;
  readonly textAlternatives: {
    readonly distribution: (values: { readonly buttons: string }) => string;
    readonly button: (values: {
      readonly name: string;
      readonly count: number;
      readonly share: string;
    }) => string;
    readonly trend: (values: { readonly index: string; readonly weeks: string }) => string;
    readonly days: (values: { readonly index: string; readonly days: string }) => string;
    readonly point: (values: {
      readonly n: number;
      readonly when: string;
      readonly index: string;
    }) => string;
    readonly count: (values: { readonly n: number; readonly when: string }) => string;
    readonly noResponses: (values: { readonly when: string }) => string;
  };
  readonly jsonAttached: string;
  readonly surveysWithoutPage: (values: { readonly n: number }) => string;
  readonly view: {
    readonly notCompared: string;
    readonly together: string;
    readonly weekName: (values: { readonly week: string }) => string;
    readonly bandNote: string;
    readonly levelUntil: (values: { readonly level: string; readonly week: string }) => string;
    readonly usualLine: (values: { readonly level: string }) => string;
    readonly pressesNote: string;
    readonly alarmNote: string;
    readonly alarmCount: (values: { readonly n: number }) => string;
    readonly openSince: (values: { readonly when: string }) => string;
    readonly openAlerts: (values: { readonly n: number }) => string;
    readonly openAlertsAt: (values: {
      readonly name: string;
      readonly n: number;
      readonly when: string;
    }) => string;
    readonly standingLow: string;
    readonly inAlarm: string;
    readonly movedTitle: (values: { readonly name: string }) => string;
    readonly movedNote: (values: { readonly difference: string }) => string;
    readonly movedDetail: (values: {
      readonly value: string;
      readonly usual: string;
      readonly share: string;
    }) => string;
    readonly childrenTitle: string;
    readonly childrenNote: string;
    readonly takes: (values: { readonly name: string; readonly points: string }) => string;
    readonly uneven: string;
    readonly heatTitle: string;
    readonly heatNote: string;
    readonly heatLegend: {
      readonly farBelow: string;
      readonly below: string;
      readonly within: string;
      readonly above: string;
      readonly farAbove: string;
    };
    readonly noReason: string;
    readonly newShort: string;
    readonly brief: {
      readonly option: (values: {
        readonly option: string;
        readonly n: number;
        readonly before: number;
      }) => string;
      readonly since: (values: { readonly week: string }) => string;
      readonly sinceNow: string;
      readonly recovered: (values: { readonly weeks: number }) => string;
      readonly noReason: string;
      readonly silentSince: (values: {
        readonly day: string;
        readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
      }) => string;
      readonly silentWeek: string;
      readonly silentWeeks: (values: { readonly weeks: number }) => string;
      readonly day: (values: {
        readonly day: string;
        readonly value: string;
        readonly usual: string;
      }) => string;
      readonly part: (values: {
        readonly part: 'night' | 'morning' | 'afternoon' | 'evening';
        readonly value: string;
        readonly usual: string;
      }) => string;
    };
    readonly stillReason: (values: { readonly weeks: number; readonly since: string }) => string;
    readonly recoveredReason: (values: {
      readonly weeks: number;
      readonly usual: string;
    }) => string;
    readonly recoveredMost: (values: { readonly usual: string }) => string;
    readonly betterReason: (values: { readonly weeks: number; readonly since: string }) => string;
    readonly newThisWeek: string;
    readonly newSince: (values: { readonly week: string }) => string;
    readonly weakReason: (values: { readonly level: string }) => string;
    readonly usualReason: (values: { readonly range: string }) => string;
    readonly ownUsualReason: (values: { readonly own: string; readonly range: string }) => string;
    readonly surveyOf: (values: { readonly n: number }) => string;
    readonly counts: {
      readonly still: (values: { readonly n: number }) => string;
      readonly noSignal: (values: { readonly n: number }) => string;
      readonly recovered: (values: { readonly n: number }) => string;
      readonly better: (values: { readonly n: number }) => string;
      readonly newPlace: (values: { readonly n: number }) => string;
      readonly usual: (values: { readonly n: number }) => string;
      readonly few: (values: { readonly n: number }) => string;
      readonly notCompared: (values: { readonly n: number }) => string;
    };
    readonly methodFolder: string;
    readonly methodPlace: string;
    readonly ownerSince: (values: { readonly when: string }) => string;
    readonly betterThisWeek: string;
    readonly openAlertAt: (values: { readonly name: string; readonly when: string }) => string;
    readonly checksTitle: string;
    readonly checks: {
      readonly power: string;
      readonly network: string;
      readonly closed: string;
    };
    readonly dayMissing: string;
    readonly responsesByDay: string;
    readonly usualDays: string;
    readonly silentDays: string;
    readonly labels: {
      readonly still: (values: { readonly weeks: number }) => string;
      readonly silent: (values: { readonly weeks: number }) => string;
      readonly better: (values: { readonly weeks: number }) => string;
    };
    readonly quoted: (values: { readonly text: string }) => string;
    readonly fourWeeks: string;
    readonly onIt: (values: { readonly name: string }) => string;
  };
  readonly sheet: {
    readonly cityTime: (values: { readonly city: string }) => string;
  };
  readonly zone: {
    readonly instant: (values: { readonly instant: string; readonly zone: string }) => string;
  };
}

export interface SignalTexts {
  readonly states: {
    readonly silent: string;
    readonly new: string;
    readonly still: string;
    readonly volumeLow: string;
    readonly inAlarm: string;
    readonly standingLow: string;
    readonly recovered: string;
    readonly better: string;
    readonly newPlace: string;
    readonly tooFew: string;
    readonly usual: string;
  };
  readonly place: {
    readonly silentWeek: (values: { readonly expected: number }) => string;
    readonly silentWeeks: (values: { readonly weeks: number; readonly usual: number }) => string;
    readonly silentLong: (values: { readonly weeks: number; readonly week: string }) => string;
    readonly silentSince: (values: {
      readonly day: string;
      readonly expected: number;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly wholeWeek: (values: { readonly expected: number }) => string;
    readonly wholeWeeks: (values: { readonly weeks: number; readonly usual: number }) => string;
    readonly wholeLong: (values: { readonly weeks: number; readonly week: string }) => string;
    readonly wholeSince: (values: {
      readonly day: string;
      readonly expected: number;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly until: (values: { readonly n: number; readonly value: string }) => string;
    readonly newThisWeek: (values: { readonly value: string; readonly was: string }) => string;
    readonly newAgain: (values: {
      readonly value: string;
      readonly was: string;
      readonly until: string;
    }) => string;
    readonly newFourWeeks: (values: {
      readonly value: string;
      readonly value4: string;
      readonly was: string;
    }) => string;
    readonly newSmall: (values: {
      readonly n: number;
      readonly value4: string;
      readonly was: string;
    }) => string;
    readonly newYear: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly value4: string;
      readonly was: string;
    }) => string;
    readonly newYearSmall: (values: {
      readonly weeks: number;
      readonly value4: string;
      readonly was: string;
    }) => string;
    readonly stillAgain: (values: {
      readonly value: string;
      readonly was: string;
      readonly until: string;
    }) => string;
    readonly stillLower: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly was: string;
      readonly until: string;
      readonly last: string;
    }) => string;
    readonly stillSame: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly was: string;
      readonly until: string;
      readonly last: string;
    }) => string;
    readonly stillHigher: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly was: string;
      readonly until: string;
      readonly last: string;
    }) => string;
    readonly stillUncompared: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly was: string;
      readonly until: string;
    }) => string;
    readonly stillSmall: (values: {
      readonly value4: string;
      readonly was: string;
      readonly since: string;
    }) => string;
    readonly stillYear: (values: {
      readonly value: string;
      readonly was: string;
      readonly since: string;
    }) => string;
    readonly stillYearSmall: (values: {
      readonly value4: string;
      readonly was: string;
      readonly since: string;
    }) => string;
    readonly recoveredMost: (values: {
      readonly value: string;
      readonly was: string;
      readonly usual: string;
    }) => string;
    readonly recoveredOne: (values: {
      readonly value: string;
      readonly usual: string;
      readonly was: string;
    }) => string;
    readonly recovered: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly usual: string;
      readonly was: string;
    }) => string;
    readonly recoveredMostSmall: (values: {
      readonly value4: string;
      readonly was: string;
      readonly usual: string;
    }) => string;
    readonly recoveredSmall: (values: {
      readonly weeks: number;
      readonly value4: string;
      readonly usual: string;
      readonly was: string;
    }) => string;
    readonly betterThisWeek: (values: { readonly value: string; readonly was: string }) => string;
    readonly better: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly was: string;
      readonly until: string;
    }) => string;
    readonly betterSmall: (values: { readonly value4: string; readonly was: string }) => string;
    readonly tooFewWeeks: (values: { readonly n: number }) => string;
    readonly tooFew: (values: { readonly n: number; readonly usual: number }) => string;
    readonly tooFewUncompared: (values: { readonly n: number }) => string;
    readonly newPlace: (values: {
      readonly n: number;
      readonly day: string;
      readonly value: string;
    }) => string;
    readonly newPlaceSince: (values: {
      readonly n: number;
      readonly week: string;
      readonly value: string;
    }) => string;
    readonly noHistory: (values: { readonly n: number; readonly value: string }) => string;
    readonly settled: (values: {
      readonly weeks: number;
      readonly value: string;
      readonly old: string;
    }) => string;
    readonly settledSmall: (values: {
      readonly weeks: number;
      readonly value4: string;
      readonly old: string;
    }) => string;
    readonly lastLow: (values: { readonly value: string; readonly old: string }) => string;
    readonly lastLowSmall: (values: { readonly value4: string; readonly old: string }) => string;
    readonly swings: (values: {
      readonly value: string;
      readonly lower: string;
      readonly upper: string;
    }) => string;
    readonly swingsSmall: (values: {
      readonly value4: string;
      readonly lower: string;
      readonly upper: string;
    }) => string;
    readonly usual: (values: { readonly value: string; readonly range: string }) => string;
    readonly alwaysTheSame: (values: { readonly value: string }) => string;
    readonly usualSmall: (values: { readonly value4: string; readonly range: string }) => string;
    readonly indexOnly: (values: { readonly index: string; readonly value: string }) => string;
  };
  readonly more: {
    readonly lastYearFell: (values: { readonly size: string }) => string;
    readonly lastYearRose: (values: { readonly size: string }) => string;
    readonly option: (values: {
      readonly n: number;
      readonly option: string;
      readonly before: number;
    }) => string;
    readonly optionMost: (values: {
      readonly option: string;
      readonly n: number;
      readonly all: number;
    }) => string;
    readonly worstDay: (values: {
      readonly day: string;
      readonly value: string;
      readonly usual: string;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly bestDay: (values: {
      readonly day: string;
      readonly value: string;
      readonly usual: string;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly worstPart: (values: {
      readonly part: 'night' | 'morning' | 'afternoon' | 'evening';
      readonly value: string;
      readonly usual: string;
    }) => string;
    readonly bestPart: (values: {
      readonly part: 'night' | 'morning' | 'afternoon' | 'evening';
      readonly value: string;
      readonly usual: string;
    }) => string;
    readonly alwaysLower: (values: {
      readonly when:
        | 'mon'
        | 'tue'
        | 'wed'
        | 'thu'
        | 'fri'
        | 'sat'
        | 'sun'
        | 'night'
        | 'morning'
        | 'afternoon'
        | 'evening';
      readonly usual: string;
    }) => string;
    readonly alwaysHigher: (values: {
      readonly when:
        | 'mon'
        | 'tue'
        | 'wed'
        | 'thu'
        | 'fri'
        | 'sat'
        | 'sun'
        | 'night'
        | 'morning'
        | 'afternoon'
        | 'evening';
      readonly usual: string;
    }) => string;
    readonly volumeLow: (values: { readonly n: number; readonly usual: number }) => string;
    readonly volumeLowSince: (values: {
      readonly n: number;
      readonly since: string;
      readonly usual: number;
    }) => string;
    readonly volumeLastYear: (values: { readonly n: number }) => string;
    readonly volumeSettled: (values: { readonly n: number; readonly usual: number }) => string;
    readonly volumeHigh: (values: { readonly n: number; readonly usual: number }) => string;
    readonly emptyDays: (values: { readonly days: string }) => string;
    readonly acceptedLevel: (values: { readonly week: string; readonly by: string }) => string;
    readonly acceptedVolume: (values: { readonly week: string; readonly by: string }) => string;
    readonly acceptedClosed: (values: { readonly week: string; readonly by: string }) => string;
    readonly targetMet: (values: { readonly value: string }) => string;
    readonly targetMissed: (values: { readonly value: string }) => string;
    readonly assurance: {
      readonly passes: string;
      readonly fails: string;
      readonly hitOrMiss: string;
    };
    readonly inAlarm: (values: { readonly duration: string; readonly week: string }) => string;
    readonly inAlarmTrigger: (values: {
      readonly duration: string;
      readonly week: string;
      readonly trigger: string;
    }) => string;
    readonly inAlarmAllWeek: string;
    readonly inAlarmAllWeekTrigger: (values: { readonly trigger: string }) => string;
    readonly goodAlerts: (values: { readonly n: number }) => string;
  };
  readonly folder: {
    readonly allFell: (values: {
      readonly below: number;
      readonly places: number;
      readonly size: string;
    }) => string;
    readonly allRose: (values: {
      readonly above: number;
      readonly places: number;
      readonly size: string;
    }) => string;
    readonly fellMore: (values: { readonly n: number; readonly names: string }) => string;
    readonly noneFellMore: string;
    readonly noneFellMoreRead: string;
    readonly partFell: (values: {
      readonly places: number;
      readonly name: string;
      readonly size: string;
      readonly other: string;
    }) => string;
    readonly partRose: (values: {
      readonly places: number;
      readonly name: string;
      readonly size: string;
      readonly other: string;
    }) => string;
    readonly becauseOf: (values: {
      readonly value: string;
      readonly usual: string;
      readonly names: string;
      readonly sum: string;
      readonly difference: string;
    }) => string;
    readonly because: (values: {
      readonly value: string;
      readonly usual: string;
      readonly names: string;
    }) => string;
    readonly manyLower: (values: { readonly value: string; readonly usual: string }) => string;
    readonly older: (values: { readonly rest: string }) => string;
    readonly newPlaces: (values: {
      readonly n: number;
      readonly places: number;
      readonly names: string;
    }) => string;
    readonly silentPlaces: (values: { readonly n: number; readonly names: string }) => string;
    readonly noNew: (values: { readonly n: number }) => string;
    readonly fewResponses: (values: { readonly n: number }) => string;
    readonly inAlarm: (values: { readonly n: number }) => string;
    readonly allAsUsual: (values: { readonly n: number }) => string;
    readonly nothingNew: (values: { readonly n: number; readonly places: number }) => string;
    readonly noLevels: string;
    readonly closure: (values: {
      readonly open: number;
      readonly days: string;
      readonly empty: number;
      readonly zone: string;
    }) => string;
    readonly weak: (values: {
      readonly n: number;
      readonly places: number;
      readonly names: string;
    }) => string;
    readonly more: (values: { readonly n: number }) => string;
    readonly alsoPlace: (values: {
      readonly name: string;
      readonly value: string;
      readonly was: string;
    }) => string;
  };
  readonly entry: {
    readonly was: (values: { readonly value: string; readonly was: string }) => string;
    readonly wasSince: (values: {
      readonly value: string;
      readonly was: string;
      readonly since: string;
    }) => string;
    readonly betterSince: (values: {
      readonly value: string;
      readonly was: string;
      readonly since: string;
    }) => string;
    readonly year: (values: { readonly value: string; readonly was: string }) => string;
    readonly recovered: (values: { readonly value: string; readonly was: string }) => string;
    readonly silentWeek: (values: { readonly expected: number }) => string;
    readonly silentWeeks: (values: { readonly weeks: number }) => string;
    readonly silentSince: (values: {
      readonly day: string;
      readonly expected: number;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly volumeLow: (values: { readonly n: number; readonly usual: number }) => string;
    readonly inAlarmAllWeek: string;
    readonly inAlarm: (values: { readonly duration: string }) => string;
    readonly standingLow: (values: { readonly value: string }) => string;
  };
  readonly range: (values: { readonly lower: string; readonly upper: string }) => string;
  readonly signedRange: (values: { readonly lower: string; readonly upper: string }) => string;
  readonly was: (values: { readonly level: string }) => string;
  readonly usualRange: (values: { readonly range: string }) => string;
  readonly asSentence: (values: { readonly text: string }) => string;
  readonly nothingInWhatWasRead: (values: { readonly unread: number }) => string;
  readonly why: {
    readonly others: string;
    readonly allPlaces: string;
  };
  readonly clearHours: (values: {
    readonly when: string;
    readonly difference: string;
    readonly usual: string;
  }) => string;
  readonly region: {
    readonly below: string;
  };
  readonly alertsUnread: (values: { readonly all: number; readonly n: number }) => string;
  readonly earlierVersion: string;
}

export interface PageTexts {
  readonly product: string;
  readonly shell: {
    readonly skip: string;
    readonly week: string;
    readonly language: string;
    readonly theme: string;
    readonly themes: {
      readonly system: string;
      readonly light: string;
      readonly dark: string;
    };
    readonly signOut: string;
  };
  readonly signIn: {
    readonly heading: string;
    readonly intro: string;
    readonly token: string;
    readonly hint: string;
    readonly submit: string;
    readonly show: string;
    readonly checking: string;
    readonly unreadable: string;
    readonly refused: string;
    readonly missing: string;
    readonly ended: string;
  };
  readonly access: {
    readonly readingAs: (values: { readonly address: string }) => string;
    readonly heading: string;
    readonly hint: string;
    readonly address: string;
    readonly invalid: string;
    readonly submit: string;
    readonly sent: string;
    readonly failed: string;
    readonly ended: string;
  };
  readonly errors: {
    readonly retry: string;
    readonly offline: {
      readonly title: string;
      readonly text: string;
    };
    readonly offlineBanner: string;
    readonly slow: {
      readonly title: string;
      readonly text: string;
    };
    readonly foreign: {
      readonly title: string;
      readonly text: string;
    };
    readonly busy: {
      readonly title: string;
      readonly text: string;
    };
    readonly broken: {
      readonly title: string;
      readonly text: string;
    };
    readonly renderError: {
      readonly title: string;
      readonly text: string;
    };
    readonly refused: {
      readonly title: string;
      readonly text: string;
    };
    readonly noSuchWeek: {
      readonly title: string;
      readonly text: string;
    };
    readonly tooLarge: {
      readonly title: string;
      readonly text: string;
    };
    readonly signedOut: {
      readonly title: string;
      readonly text: string;
    };
    readonly notFound: {
      readonly title: string;
      readonly text: string;
    };
    readonly pageNotFound: {
      readonly title: string;
      readonly text: string;
    };
    readonly toAllReports: string;
    readonly reload: string;
    readonly outdatedPage: string;
    readonly code: (values: { readonly code: string }) => string;
  };
  readonly browse: {
    readonly search: string;
    readonly results: string;
    readonly resultCount: (values: { readonly n: number }) => string;
    readonly firstResults: (values: { readonly shown: number; readonly n: number }) => string;
    readonly noResults: string;
    readonly survey: string;
    readonly open: (values: { readonly name: string }) => string;
    readonly close: (values: { readonly name: string }) => string;
    readonly more: (values: { readonly n: number }) => string;
    readonly previousWeek: string;
    readonly nextWeek: string;
    readonly weekWithDates: (values: { readonly week: string; readonly range: string }) => string;
    readonly openWeek: (values: { readonly week: string }) => string;
    readonly anotherWeek: string;
    readonly weekOrDate: string;
    readonly weekHint: (values: { readonly week: string; readonly date: string }) => string;
    readonly toWeek: string;
    readonly weekProblems: {
      readonly empty: string;
      readonly incomplete: (values: { readonly week: string; readonly date: string }) => string;
      readonly invalid: (values: { readonly week: string; readonly date: string }) => string;
      readonly noSuchWeek: string;
      readonly noSuchDate: string;
      readonly future: string;
    };
    readonly states: string;
    readonly all: string;
    readonly sorts: {
      readonly state: string;
    };
    readonly failureReason: (values: { readonly why: string }) => string;
    readonly ready: (values: { readonly n: number; readonly total: number }) => string;
    readonly allReady: string;
    readonly toLatestWeek: string;
    readonly unnamedFolder: (values: { readonly key: string }) => string;
    readonly unnamedSurvey: (values: { readonly key: string }) => string;
  };
  readonly read: {
    readonly path: string;
    readonly actions: string;
    readonly pdf: string;
    readonly openPdfTab: string;
    readonly downloadPdf: string;
    readonly downloadJson: string;
    readonly preparing: string;
    readonly newerRevisionInFile: (values: {
      readonly newer: number;
      readonly shown: number;
    }) => string;
    readonly share: string;
    readonly showAll: (values: { readonly n: number }) => string;
    readonly showFirst: (values: { readonly n: number }) => string;
    readonly withDetail: (values: { readonly text: string; readonly detail: string }) => string;
    readonly loading: string;
  };
  readonly make: {
    readonly heading: string;
    readonly intro: string;
    readonly make: string;
    readonly again: string;
    readonly againHint: (values: { readonly revision: number }) => string;
    readonly requesting: string;
    readonly queued: string;
    readonly queuedAgain: string;
    readonly elapsed: (values: { readonly time: string }) => string;
    readonly leaveHint: string;
    readonly unreachable: string;
    readonly ready: string;
    readonly unchanged: string;
    readonly failedHeading: string;
    readonly failedAgainHeading: string;
    readonly impossibleHeading: string;
    readonly openHeading: string;
    readonly openUntil: (values: { readonly when: string }) => string;
    readonly noFolder: string;
    readonly offline: string;
    readonly requestNotFound: string;
    readonly failures: {
      readonly UPSTREAM_UNREACHABLE: string;
      readonly UPSTREAM_TIMEOUT: string;
      readonly UPSTREAM_UNAVAILABLE: string;
      readonly UPSTREAM_UNAUTHORIZED: string;
      readonly UPSTREAM_NOT_FOUND: string;
      readonly NOTHING_OWED: string;
      readonly DEADLINE: string;
      readonly STORE_UNAVAILABLE: string;
      readonly QUEUE_UNAVAILABLE: string;
      readonly SECRET_UNAVAILABLE: string;
      readonly JOB_FAILED: string;
      readonly other: string;
    };
  };
  readonly pending: {
    readonly makingHeading: string;
    readonly making: string;
    readonly notDueHeading: string;
    readonly notDue: (values: { readonly when: string }) => string;
    readonly unplannedHeading: string;
    readonly unplanned: string;
    readonly refreshes: string;
    readonly newest: string;
  };
  readonly table: {
    readonly heading: string;
    readonly below: (values: { readonly place: string }) => string;
    readonly weeks: string;
    readonly oneWeek: (values: { readonly week: string }) => string;
    readonly weeksUntil: (values: { readonly n: number; readonly week: string }) => string;
    readonly grain: string;
    readonly grains: {
      readonly week: string;
      readonly day: string;
      readonly hour: string;
    };
    readonly surveys: string;
    readonly folders: string;
    readonly placesHints: {
      readonly surveys: string;
      readonly folders: string;
    };
    readonly format: string;
    readonly formats: {
      readonly csv: string;
      readonly parquet: string;
      readonly ndjson: string;
    };
    readonly download: string;
    readonly preparing: string;
    readonly done: string;
    readonly tooLarge: string;
  };
  readonly share: {
    readonly heading: string;
    readonly close: string;
    readonly intro: string;
    readonly target: string;
    readonly thisReport: (values: { readonly revision: number }) => string;
    readonly currentReport: string;
    readonly thisReportHint: string;
    readonly latest: string;
    readonly latestHint: string;
    readonly days: string;
    readonly dayCount: (values: { readonly n: number }) => string;
    readonly otherDays: string;
    readonly otherDaysLabel: string;
    readonly daysHint: (values: { readonly least: number; readonly most: number }) => string;
    readonly make: string;
    readonly making: string;
    readonly madeHeading: string;
    readonly madeAnnounced: string;
    readonly newerRevisionInLink: (values: {
      readonly newer: number;
      readonly shown: number;
    }) => string;
    readonly format: string;
    readonly formats: {
      readonly pdf: string;
      readonly json: string;
    };
    readonly copy: string;
    readonly copyLinkTo: (values: { readonly what: string }) => string;
    readonly copied: string;
    readonly copyByHand: string;
    readonly validUntil: (values: { readonly instant: string }) => string;
    readonly createAnother: string;
    readonly listHeading: string;
    readonly listHint: string;
    readonly exactReport: (values: {
      readonly place: string;
      readonly week: string;
      readonly revision: number;
    }) => string;
    readonly latestReport: (values: { readonly place: string }) => string;
    readonly revoke: string;
    readonly revokeLink: (values: { readonly what: string }) => string;
    readonly confirmRevoke: string;
    readonly confirmYes: string;
    readonly confirmNo: string;
    readonly revoking: string;
    readonly revoked: string;
    readonly otherHeading: string;
    readonly otherIntro: string;
    readonly linkOrId: string;
    readonly notALink: (values: { readonly path: string }) => string;
    readonly noSuchLink: string;
    readonly revokeFailed: string;
    readonly noReport: string;
  };
  readonly accept: {
    readonly heading: string;
    readonly actions: {
      readonly level: string;
      readonly volume: string;
      readonly closed: string;
    };
    readonly questions: {
      readonly level: (values: { readonly week: string }) => string;
      readonly volume: (values: { readonly week: string }) => string;
      readonly closed: (values: { readonly week: string }) => string;
    };
    readonly yes: string;
    readonly no: string;
    readonly accepted: string;
    readonly remade: (values: { readonly week: string }) => string;
    readonly listHeading: string;
    readonly none: string;
    readonly removed: string;
    readonly confirmRemove: string;
    readonly targets: string;
    readonly targetsHint: string;
    readonly targetOf: (values: { readonly kind: string }) => string;
    readonly targetHint: (values: { readonly lower: string; readonly upper: string }) => string;
    readonly setBy: (values: { readonly by: string; readonly when: string }) => string;
    readonly failed: string;
    readonly errors: {
      readonly tooMany: string;
      readonly full: string;
    };
    readonly entries: {
      readonly level: (values: { readonly week: string; readonly by: string }) => string;
      readonly volume: (values: { readonly week: string; readonly by: string }) => string;
      readonly closed: (values: { readonly week: string; readonly by: string }) => string;
    };
  };
  readonly notes: {
    readonly take: string;
    readonly takeOn: string;
    readonly onItSince: (values: { readonly name: string; readonly when: string }) => string;
    readonly ownerHeading: (values: { readonly place: string }) => string;
    readonly nobody: string;
    readonly taken: string;
    readonly confirmRelease: string;
    readonly add: string;
    readonly heading: (values: { readonly place: string }) => string;
    readonly text: string;
    readonly textHint: (values: { readonly most: number }) => string;
    readonly name: string;
    readonly nameHint: (values: { readonly most: number }) => string;
    readonly added: string;
    readonly listHeading: string;
    readonly none: string;
    readonly confirmRemove: string;
    readonly ofAnother: string;
    readonly full: (values: { readonly most: number }) => string;
  };
  readonly subscribe: {
    readonly open: string;
    readonly heading: string;
    readonly intro: (values: { readonly place: string }) => string;
    readonly channel: string;
    readonly mail: string;
    readonly address: {
      readonly mail: string;
      readonly slack: string;
      readonly teams: string;
      readonly webhook: string;
    };
    readonly addressHint: {
      readonly mail: string;
      readonly slack: string;
      readonly teams: string;
      readonly webhook: string;
    };
    readonly language: string;
    readonly when: string;
    readonly weekly: string;
    readonly weeklyHint: string;
    readonly whenReady: string;
    readonly weekday: string;
    readonly time: string;
    readonly onlySignals: string;
    readonly onlySignalsHint: string;
    readonly attachPdf: string;
    readonly submit: string;
    readonly submitting: string;
    readonly problems: {
      readonly addressMissing: string;
      readonly mailInvalid: (values: { readonly address: string }) => string;
      readonly urlInvalid: (values: { readonly start: string }) => string;
      readonly addressRefused: string;
      readonly domainRefused: string;
      readonly timeInvalid: string;
      readonly channelDisabled: string;
      readonly zoneInvalid: string;
    };
    readonly errors: {
      readonly tooMany: string;
      readonly state: string;
      readonly invalid: string;
      readonly noReport: string;
      readonly notFound: string;
    };
    readonly results: {
      readonly pending: string;
      readonly confirm: (values: { readonly address: string }) => string;
      readonly newestFollows: string;
      readonly next: (values: { readonly when: string; readonly zone: string }) => string;
      readonly nextReady: string;
      readonly existing: string;
    };
    readonly signingKey: string;
    readonly signingKeyHint: string;
    readonly copyKey: string;
    readonly addAnother: string;
    readonly manage: string;
    readonly preview: string;
    readonly subject: string;
    readonly plainText: string;
    readonly timeZone: string;
  };
  readonly subscriptions: {
    readonly heading: string;
    readonly mine: string;
    readonly all: string;
    readonly none: string;
    readonly noneAtAll: string;
    readonly noneHint: (values: { readonly button: string }) => string;
    readonly states: {
      readonly pending: string;
      readonly active: string;
      readonly paused: string;
      readonly ended: string;
    };
    readonly confirmationNotSent: string;
    readonly endReasons: {
      readonly unsubscribed: string;
      readonly bounced: string;
      readonly complained: string;
      readonly addressRefused: string;
      readonly accessEnded: string;
    };
    readonly onlySignals: string;
    readonly withPdf: string;
    readonly lastDelivery: (values: { readonly week: string; readonly what: string }) => string;
    readonly actionFor: (values: { readonly action: string; readonly what: string }) => string;
    readonly pause: string;
    readonly pausedNow: string;
    readonly resume: string;
    readonly resumed: string;
    readonly change: string;
    readonly save: string;
    readonly saved: string;
    readonly test: string;
    readonly tests: {
      readonly sent: string;
      readonly refused: string;
      readonly notSent: string;
      readonly unknown: string;
    };
    readonly remove: string;
    readonly confirmRemove: string;
    readonly confirmYes: string;
    readonly confirmNo: string;
    readonly removed: string;
  };
  readonly compare: {
    readonly none: string;
    readonly finding: (values: { readonly title: string; readonly names: string }) => string;
    readonly notCompared: string;
    readonly quoted: (values: { readonly text: string }) => string;
    readonly index: string;
    readonly note: string;
    readonly table: string;
    readonly weeks: string;
    readonly remove: (values: { readonly name: string }) => string;
    readonly add: string;
    readonly copy: string;
  };
  readonly deliveries: {
    readonly open: string;
    readonly heading: string;
    readonly none: string;
    readonly show: string;
    readonly count: (values: { readonly state: string; readonly n: number }) => string;
    readonly recipient: string;
    readonly time: string;
    readonly action: string;
    readonly states: {
      readonly due: string;
      readonly waiting: string;
      readonly missed: string;
      readonly notDue: string;
      readonly sending: string;
      readonly sent: string;
      readonly refused: string;
      readonly unknown: string;
      readonly skipped: string;
    };
    readonly reasons: {
      readonly noSignals: string;
      readonly noSurveys: string;
      readonly sameVerdict: string;
      readonly noReport: string;
      readonly notActive: string;
      readonly notVisible: string;
      readonly interrupted: string;
      readonly addressRefused: string;
      readonly tooLarge: string;
      readonly tooMany: string;
      readonly urlGone: string;
      readonly unreachable: string;
      readonly disabled: string;
      readonly settings: string;
    };
    readonly sendAgain: string;
    readonly sendAgainTo: (values: { readonly recipient: string }) => string;
    readonly sentAgain: string;
  };
  readonly revisions: {
    readonly heading: string;
    readonly intro: string;
    readonly current: string;
    readonly shown: string;
    readonly view: (values: { readonly n: number }) => string;
    readonly first: string;
    readonly only: string;
    readonly olderRemoved: string;
    readonly olderShown: (values: { readonly n: number; readonly current: number }) => string;
    readonly olderShownUnknown: (values: { readonly n: number }) => string;
    readonly viewCurrent: string;
    readonly revision: (values: { readonly n: number }) => string;
    readonly dataAsOf: (values: { readonly instant: string }) => string;
    readonly responses: (values: { readonly n: number }) => string;
  };
  readonly states: {
    readonly complete: string;
    readonly partial: string;
    readonly empty: string;
  };
  readonly list: {
    readonly more: string;
    readonly folders: string;
    readonly places: string;
    readonly columns: {
      readonly state: string;
      readonly name: string;
      readonly now: string;
      readonly was: string;
      readonly change: string;
      readonly chart: string;
      readonly why: string;
      readonly responses: string;
      readonly owner: string;
    };
    readonly select: (values: { readonly name: string }) => string;
    readonly selectFirst: (values: { readonly n: number }) => string;
    readonly selectNone: string;
    readonly unfold: (values: { readonly n: number }) => string;
    readonly fold: string;
    readonly group: string;
    readonly groups: {
      readonly state: string;
      readonly region: string;
      readonly responses: string;
    };
    readonly compare: (values: { readonly n: number }) => string;
    readonly display: string;
    readonly displays: {
      readonly list: string;
      readonly heat: string;
    };
    readonly noPlaces: string;
    readonly failed: (values: { readonly n: number }) => string;
  };
  readonly keys: {
    readonly heading: string;
    readonly enabled: string;
    readonly search: string;
    readonly next: string;
    readonly previous: string;
    readonly open: string;
    readonly help: string;
  };
}

export interface ServerTexts {
  readonly subject: (values: { readonly finding: string; readonly week: string }) => string;
  readonly ofPlace: (values: { readonly place: string; readonly finding: string }) => string;
  readonly pair: (values: { readonly first: string; readonly second: string }) => string;
  readonly dataMissing: string;
  readonly nowComplete: string;
  readonly findings: {
    readonly usual: (values: { readonly value: string }) => string;
    readonly recovered: (values: { readonly value: string }) => string;
    readonly stillLow: (values: { readonly n: number }) => string;
    readonly stillSilent: (values: { readonly n: number }) => string;
    readonly tooFewWeeks: string;
    readonly noResponses: string;
    readonly silentSince: (values: {
      readonly day: string;
      readonly weekday: 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';
    }) => string;
    readonly few: string;
  };
  readonly updateFollows: string;
  readonly update: string;
  readonly openPage: string;
  readonly openPdf: string;
  readonly takeOn: string;
  readonly takeOnPlace: (values: { readonly name: string }) => string;
  readonly weeksNote: string;
  readonly pressesNote: string;
  readonly linkNote: string;
  readonly pdfAttached: string;
  readonly sentTo: (values: { readonly address: string; readonly folder: string }) => string;
  readonly sentHere: (values: { readonly folder: string }) => string;
  readonly unsubscribe: string;
  readonly askToStop: string;
  readonly confirmSubject: (values: { readonly folder: string }) => string;
  readonly confirmRequest: (values: {
    readonly folder: string;
    readonly address: string;
  }) => string;
  readonly confirmStart: string;
  readonly confirmLink: string;
  readonly confirmNote: string;
  readonly access: {
    readonly subject: (values: { readonly folder: string }) => string;
    readonly request: (values: { readonly address: string; readonly folder: string }) => string;
    readonly valid: (values: { readonly n: number }) => string;
    readonly open: string;
    readonly note: string;
  };
  readonly pages: {
    readonly confirmTitle: string;
    readonly confirmSentence: (values: {
      readonly folder: string;
      readonly address: string;
    }) => string;
    readonly confirmButton: string;
    readonly confirmed: {
      readonly title: string;
      readonly text: string;
    };
    readonly unsubscribeTitle: string;
    readonly unsubscribeSentence: (values: {
      readonly folder: string;
      readonly address: string;
    }) => string;
    readonly unsubscribed: {
      readonly title: string;
      readonly text: string;
    };
    readonly invalid: {
      readonly title: string;
      readonly text: string;
    };
    readonly unavailable: {
      readonly title: string;
      readonly text: string;
    };
  };
  readonly sharedLink: {
    readonly product: string;
    readonly invalid: {
      readonly title: string;
      readonly text: string;
    };
    readonly expired: {
      readonly title: string;
      readonly text: string;
    };
    readonly revoked: {
      readonly title: string;
      readonly text: string;
    };
    readonly gone: {
      readonly title: string;
      readonly text: string;
    };
    readonly unavailable: {
      readonly title: string;
      readonly text: string;
    };
    readonly newLink: string;
    readonly copy: string;
  };
  readonly noScript: string;
}

/** The texts of reports. */
export interface Messages extends ReportTexts {
  readonly signals: SignalTexts;
}

export interface TextsByFile {
  readonly report: ReportTexts;
  readonly signals: SignalTexts;
  readonly page: PageTexts;
  readonly server: ServerTexts;
}
