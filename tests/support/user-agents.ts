/** User agents that people in Russia use, with the platform and the browser that they name. */
export const userAgents: [name: string, platform: string, browser: string, userAgent: string][] = `
Safari on iPhone|ios|Mobile Safari|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1
Safari on iPad|ios|Mobile Safari|Mozilla/5.0 (iPad; CPU OS 15_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Mobile/15E148 Safari/604.1
Chrome on iPhone|ios|Chrome|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1
Edge on iPhone|ios|Edge|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/126.0.2592.56 Mobile/15E148 Safari/605.1.15
Firefox on iPhone|ios|Firefox|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/127.0 Mobile/15E148 Safari/605.1.15
Yandex Browser on iPhone|ios|Yandex|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 YaBrowser/24.6.0.241.10 SA/3 Mobile/15E148 Safari/604.1
Yandex on iPhone|ios|Yandex|Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.0 Mobile/15E148 YaBrowser/24.4.3.291.10 YaApp_iOS/2404.3 Safari/604.1
VK on iPhone|ios|WebKit|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 com.vk.vkclient/8.80
Telegram on iPhone|ios|WebKit|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Telegram-iOS/10.14
Mail on iPhone|ios|WebKit|Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MRMail/14.94
Instagram on iPhone|ios|Instagram|Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21E236 Instagram 312.0.0.21.117 (iPhone15,2; iOS 17_4; ru_RU; ru)
Google app on iPhone|ios|GSA|Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/320.0.642804631 Mobile/15E148 Safari/604.1
an old iPhone|ios|Mobile Safari|Mozilla/5.0 (iPhone; CPU iPhone OS 12_5_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1.2 Mobile/15E148 Safari/604.1
Chrome on Android|android|Chrome|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36
Chrome on a tablet|android|Chrome|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Firefox on Android|android|Firefox|Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0
Edge on Android|android|Edge|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 EdgA/126.0.2592.56
Samsung Internet|android|Samsung Internet|Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36
Yandex Browser on Android|android|Yandex|Mozilla/5.0 (Linux; arm_64; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.6367.118 YaBrowser/24.6.1.118.00 SA/3 Mobile Safari/537.36
Yandex on Android|android|Yandex|Mozilla/5.0 (Linux; arm_64; Android 13; 2201117TY) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.6261.143 YaApp_Android/24.51 YaSearchBrowser/24.51 BroPP/1.0 SA/3 Mobile Safari/537.36
VK on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 13; M2101K6G; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 VKAndroidApp/8.80-21345
Telegram on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 14; K; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Telegram-Android/10.14.5
MAX on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 14; 23021RAA2Y; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/137.0.7151.89 Mobile Safari/537.36 MAX/25.7.0
Mail on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 12; RMX3085; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 MailRu/14.100
Odnoklassniki on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 11; Redmi Note 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.179 Mobile Safari/537.36 OdklAndroid/24.6.13
MIUI|android|MIUI Browser|Mozilla/5.0 (Linux; U; Android 13; ru-ru; 2201117TG Build/TKQ1.221114.001) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/112.0.5615.136 Mobile Safari/537.36 XiaoMi/MiuiBrowser/14.9.1-gn
Huawei|android|Huawei Browser|Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-NX9; HMSCore 6.13.0.351) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 HuaweiBrowser/15.0.4.312 Mobile Safari/537.36
Honor|android|Chrome|Mozilla/5.0 (Linux; Android 13; NTH-NX9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/110.0.5481.153 HonorBrowser/8.0.6.301 Mobile Safari/537.36
Opera on Android|android|Opera|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36 OPR/82.0.0.0
Opera Mini|android|Opera|Mozilla/5.0 (Linux; U; Android 11; RMX3261 Build/RP1A.201005.001; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 OPR/81.0.2254.72511
UC on Android|android|UCBrowser|Mozilla/5.0 (Linux; U; Android 12; en-US; M2007J20CG Build/SKQ1) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 UCBrowser/13.7.8.1331 Mobile Safari/537.36
Instagram on Android|android|Instagram|Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 Instagram 337.0.0.35.102 Android
WhatsApp on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 13; SM-A336B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile Safari/537.36 [WA4A/2.24.13.77]
Viber on Android|android|Chrome WebView|Mozilla/5.0 (Linux; Android 12; M2003J15SC; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/125.0.6422.165 Mobile Safari/537.36 Viber/22.8.1
DuckDuckGo on Android|android|DuckDuckGo|Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.71 Mobile DuckDuckGo/5 Safari/537.36
Vivaldi on Android|android|Vivaldi|Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36 Vivaldi/6.8
Chrome on Windows|desktop|Chrome|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Edge on Windows|desktop|Edge|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0
Firefox on Windows|desktop|Firefox|Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0
Firefox on Linux|desktop|Firefox|Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Firefox/115.0
Yandex Browser on Windows|desktop|Yandex|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36
Yandex Browser on a Mac|desktop|Yandex|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 YaBrowser/24.6.0.0 Safari/537.36
Opera on Windows|desktop|Opera|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 OPR/111.0.0.0
Atom on Windows|desktop|Chrome|Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Atom/29.0.0.38 Safari/537.36
Safari on a Mac|desktop|Safari|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15
Chrome on a Mac|desktop|Chrome|Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Chrome on ChromeOS|desktop|Chrome|Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36
Internet Explorer|desktop|IE|Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko
a Samsung television|desktop|Samsung Internet|Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/4.0 Chrome/76.0.3809.146 TV Safari/537.36
Aurora|desktop|Firefox|Mozilla/5.0 (Linux; Aurora; U; ru) Gecko/91.0 Firefox/91.0
`
  .trim()
  .split('\n')
  .map((line) => line.split('|') as [string, string, string, string])
